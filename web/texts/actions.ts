export const ACTIONS = {
  next: 'Volgende',
  back: 'Vorige',
  retry: 'Opnieuw proberen',
  close: 'Sluiten',
  saving: '...',
  savingDistance: 'Saving…',
  savingSpoken: 'Uw antwoord wordt opgeslagen',
  loading: 'Uw gegevens worden geladen',
  busy: 'Het is druk. U bent zo aan de beurt.',
  slow: 'Het duurt langer dan normaal',
  waitsForConnection: 'Er is geen verbinding. Zodra die er weer is, gaat dit vanzelf verder.',
  view: 'Bekijk',
} as const;
