/** "Overeenkomst herroepen": only who has signed reads it. */
export const WITHDRAW = {
  open: 'Overeenkomst herroepen',
  title: 'Overeenkomst herroepen?',
  text: 'U kunt deze overeenkomst zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Controleer hieronder om welke overeenkomst het gaat.',
  name: 'Naam',
  contract: 'Overeenkomst',
  email: 'Bevestiging per e-mail naar',
  noEmail: 'Geen e-mailadres bekend: bewaar de bevestiging op dit scherm',
  confirm: 'Ja, ik herroep deze overeenkomst',
  confirming: 'Uw herroeping wordt vastgelegd…',
  cancel: 'Nee, terug',
  failed: 'Uw herroeping is nog niet vastgelegd.',
  receipt: 'Ontvangstbevestiging van uw herroeping',
  administration: 'Uw overeenkomst is herroepen volgens onze administratie',
  since: (moment: string) => `Herroepen op ${moment}.`,
  received: (moment: string) => `Wij hebben uw herroeping ontvangen op ${moment}.`,
  next: 'U hoeft niets meer te doen. Wij nemen contact met u op over de afhandeling. Druk deze pagina af of bewaar hem.',
} as const;
