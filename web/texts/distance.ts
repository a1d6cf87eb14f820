export const DISTANCE = {
  title: 'Waar komt de batterij?',
  intro: 'De batterij staat binnen op de begane grond, of buiten in een extra kast.',
  space: 'Houd rekening met een ruimte van minimaal 1 meter breed, 1 meter diep en 2 meter hoog.',
  question: 'Hoe ver is die plek van de meterkast?',
  unit: 'meter',
  fewer: 'Eén minder',
  more: 'Eén meer',
  hint: 'Een schatting is genoeg.',
  cost: (included: number, price: string) =>
    `De eerste ${included} meter horen erbij, daarna ${price} per meter incl. btw.`,
  missing: 'Vul de afstand in hele meters in.',
  drawing: { cupboard: 'Meterkast', battery: 'Batterij', metres: (length: number) => `${length} m` },
} as const;
