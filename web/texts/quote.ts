export const QUOTE = {
  greeting: (firstName: string) => (firstName ? `Dag ${firstName}, dit is uw offerte` : 'Dit is uw offerte'),
  withdrawn: (firstName: string) =>
    firstName ? `Dag ${firstName}, u hebt uw bestelling herroepen` : 'U hebt uw bestelling herroepen',
  asOf: (moment: string) => `Stand van ${moment}`,
  price: 'Uw prijs incl. btw',
  provisional: 'Voorlopige offerte',
  provisionalHint: 'Maak eerst de vragen hierboven af.',
  choice: 'Uw keuze:',
  heading: 'Uw offerte:',
  kenmerk: 'Offertekenmerk',
  seller: 'Aangeboden door',
  customer: 'Voor',
  columns: { product: 'Product', pricePer: 'Prijs per stuk', amount: 'Aantal', total: 'Bedrag' },
  exVat: 'excl. btw',
  totals: { ex: 'Totaal Excl. btw', vat: 'Btw', final: 'Eind totaal', inclVat: 'incl. btw', rate: '(21%)' },
  review: (score: string, count: string) => `${score} uit ${count} beoordelingen`,
  reviewScore: 'Klanten beoordelen ons met',
  newWindow: '(opent in een nieuw venster)',
  incomplete: {
    title: 'Deze offerte is nog niet compleet',
    text: 'Er ontbreekt nog een bedrag. U kunt daarom nog niet akkoord gaan. Wij maken hem voor u af; vragen kan altijd via',
  },
  outdated:
    'Er is iets aan uw offerte veranderd, en hij wordt bijgewerkt. Tot dan kunt u niet akkoord gaan. Vragen kan altijd via',
  closedTitle: 'U kunt nog niet akkoord geven',
  closed: 'Wij kijken deze offerte nog voor u na. Zodra hij klaar is, kunt u hier akkoord geven.',
  takenBack: {
    title: 'Deze offerte staat niet meer open om te tekenen.',
    text: 'Er is niets ondertekend. Wij kijken de offerte nog eens na; zodra hij weer open staat, kunt u hier verder.',
  },
  print: 'Afdrukken of bewaren',
  toAgree: 'Naar akkoord',
} as const;
