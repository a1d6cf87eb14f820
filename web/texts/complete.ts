/** The end of a survey. What stands here happens: the table of promises names how. */
export const COMPLETE = {
  title: 'Bedankt voor uw aanvraag',
  sending: 'Uw aanvraag wordt verstuurd',
  sendingText: 'Een moment geduld. Dit zijn uw antwoorden.',
  unsent: 'Uw aanvraag is nog niet verstuurd',
  unsentText: 'Uw antwoorden zijn bewaard.',
  whatNow: 'Wat er nu gebeurt',
  /** With an address to mail to. */
  byEmail: {
    lead: 'U ontvangt uw offerte per e-mail.',
    steps: [
      'Wij kijken uw antwoorden na.',
      'U krijgt de offerte per e-mail en vindt hem ook op deze pagina.',
      'Vragen? Bel ons gerust.',
    ],
  },
  /** Without one, of a contact. */
  byContact: {
    lead: 'Een adviseur neemt contact met u op over uw offerte.',
    steps: ['Wij kijken uw antwoorden na.', 'Daarna hoort u van ons.', 'Vragen? Bel ons gerust.'],
  },
  /** Without one, of a deal: its page has the offer. */
  byPage: {
    lead: 'U vindt uw offerte straks op deze pagina.',
    steps: [
      'Wij kijken uw antwoorden na.',
      'U vindt de offerte op deze pagina, met dezelfde persoonlijke link.',
      'Vragen? Bel ons gerust.',
    ],
  },
  custom: {
    lead: 'Wij bellen u voor een offerte op maat',
    steps: ['Een adviseur bekijkt uw antwoorden.', 'Wij bellen u om de mogelijkheden te bespreken.'],
    byEmail: 'Daarna ontvangt u uw offerte per e-mail.',
    byPage: 'Daarna vindt u uw offerte op deze pagina.',
    change: 'Antwoorden aanpassen',
  },
} as const;
