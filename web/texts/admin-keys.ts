export const KEYS = {
  title: 'Sneltoetsen',
  open: '? Sneltoetsen',
  on: 'Sneltoetsen gebruiken',
  groups: { go: 'Gaan naar', outcome: 'Belresultaat', question: 'In een vraag' },
  columns: { key: 'Toets', does: 'Doet' },
  search: 'Zoeken in de leads',
  note: 'Naar de notitie',
  next: 'Volgende lead',
  previous: 'Vorige lead',
  help: 'Deze lijst (niet in een invoerveld)',
  confirm: 'Bevestigen',
  cancel: 'Annuleren',
} as const;
