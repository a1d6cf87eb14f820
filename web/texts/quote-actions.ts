export const APPROVE = {
  questions: 'Heeft u vragen?',
  questionsText: 'Loop de offerte rustig met een adviseur door. Kies een moment, dan bellen wij u.',
  callYourself: 'Of bel zelf:',
  callMe: 'Bel mij',
  intro: 'Klopt alles? Ga dan verder. U tekent pas in de volgende stap.',
  approve: ['Akkoord', '…', 'Verder'],
  unknownApproval: 'Wij weten nog niet of uw akkoord is aangekomen. Probeer het opnieuw.',
} as const;

/** What a customer can do besides agreeing. */
export const MESSAGES = {
  title: 'Iets anders?',
  question: 'Ik heb een vraag over deze offerte',
  decline: 'Ik wil deze offerte niet',
  pdf: 'Download als PDF',
} as const;
