/** What a customer can do besides agreeing. */
export const MESSAGES = {
  title: 'Iets anders?',
  question: 'Ik heb een vraag over deze offerte',
  decline: 'Ik wil deze offerte niet',
  paper: 'Download als PDF',
} as const;
