export const COMPLETE = {
  title: 'Bedankt voor uw aanvraag',
  mail: 'U ontvangt uw offerte per e-mail.',
  custom: 'Wij bellen u voor een offerte op maat',
  whatNow: 'Wat er nu gebeurt',
  steps: [
    'Wij kijken uw antwoorden na.',
    'U krijgt de offerte per e-mail en vindt hem ook op deze pagina.',
    'Vragen? Bel ons gerust.',
  ],
  customSteps: [
    'Een adviseur bekijkt uw antwoorden.',
    'Wij bellen u om de mogelijkheden te bespreken.',
    'Daarna ontvangt u uw offerte per e-mail.',
  ],
  change: 'Antwoorden aanpassen',
} as const;
