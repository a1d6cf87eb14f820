/** Texts of the list of answers. */
export const REVIEW = {
  title: 'Controleer uw antwoorden',
  ofDeal: 'Uw antwoorden',
  change: 'Wijzig',
  ask: 'Vraag een wijziging aan',
  askThis: 'Vraag deze wijziging aan',
  asked: 'Wij hebben uw wens ontvangen',
  askedNext: 'Uw offerte blijft zoals hij is, tot een collega hem voor u aanpast.',
  nothing: 'Nog niet ingevuld',
  incomplete: 'Nog niet compleet',
  noPhotos: "Nog geen foto's ontvangen",
  unknownPhotos: "Wij kunnen nu niet zien welke foto's wij al hebben.",
  hasPanels: (count: string, age: string) =>
    [`Ja, ${count} ${count === '1' ? 'paneel' : 'panelen'}`, age.toLowerCase()].filter(Boolean).join(', '),
  noPanels: 'Nee',
  metres: (count: string) => `${count} meter van de meterkast`,
} as const;
