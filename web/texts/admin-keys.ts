export const KEYS = {
  title: 'Sneltoetsen',
  open: '? Sneltoetsen',
  on: 'Sneltoetsen gebruiken',
  columns: { key: 'Toets', does: 'Doet' },
  search: 'Zoeken in de leads',
  note: 'Naar de notitie',
  next: 'Volgende lead',
  previous: 'Vorige lead',
  help: 'Deze lijst (niet in een invoerveld)',
  confirm: 'In een vraag: bevestigen',
  cancel: 'In een vraag: annuleren',
} as const;
