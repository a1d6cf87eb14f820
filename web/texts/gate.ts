export const GATE = {
  noHash: {
    title: 'Welkom',
    intro:
      'Open deze pagina met uw persoonlijke link. Heeft u die niet bij de hand? Vul uw e‑mailadres in, dan sturen wij hem opnieuw.',
  },
  error: {
    title: 'Error',
    unknownLink: {
      cause: 'Deze link kennen wij niet',
      text: 'Misschien is hij niet helemaal gekopieerd, of is hij vervangen door een nieuwe. Vul uw e‑mailadres in, dan sturen wij uw link.',
    },
    noConnection: {
      cause: 'Er is geen verbinding met internet',
      text: 'Controleer uw verbinding en probeer het opnieuw.',
    },
    outage: {
      cause: 'Er is een storing',
      text: 'Door een storing kunnen wij uw gegevens nu niet laden. Dit ligt niet aan u. Probeer het zo opnieuw.',
    },
    tooMany: 'Het is nu te druk',
    ownLink: 'Verder met mijn eigen link',
    newLink: 'Liever een nieuwe link? Vul uw e‑mailadres in.',
    call: 'Of bel ons:',
    reference: (id: string) => `Referentie: ${id.slice(0, 8)}`,
  },
  crash: {
    explanation: 'Er ging iets mis op deze pagina. Laad hem opnieuw; wat u opsloeg is bewaard.',
    reload: 'Pagina opnieuw laden',
  },
  notYou: (name: string) => `Bent u niet ${name}?`,
  notYouNameless: 'Bent u dit niet?',
  notYouYes: 'Ja, wis dit apparaat',
  notYouNo: 'Nee, terug',
  notYouHint:
    'Uw link en wat u invulde worden van dit apparaat gewist. De geschiedenis van uw browser wist u daarna zelf.',
  preview: {
    label: 'Voorbeeld',
    text: 'U bekijkt deze pagina zoals de klant die ziet. Opslaan en ondertekenen kan hier niet.',
  },
} as const;
