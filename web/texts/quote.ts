export const QUOTE = {
  greeting: (firstName: string) => (firstName ? `Dag ${firstName}, dit is uw offerte` : 'Dit is uw offerte'),
  asOf: (moment: string) => `Stand van ${moment}`,
  valid: 'Deze offerte geldt zolang hij op uw pagina staat.',
  price: (vat: string) => `Uw prijs ${vat}`,
  priceNotForSale: (vat: string) => `Prijs in deze offerte ${vat}`,
  choice: 'Uw keuze:',
  heading: 'Uw offerte:',
  kenmerk: 'Offertekenmerk',
  customer: 'Voor',
  columns: { product: 'Product', pricePer: 'Prijs per stuk', amount: 'Aantal', total: 'Bedrag' },
  exVat: 'excl. btw',
  totals: {
    ex: 'Totaal Excl. btw',
    final: 'Eind totaal',
  },
  review: (score: string, count: string) => `${score} gemiddeld, ${count} beoordelingen`,
  newWindow: '(opent in een nieuw venster)',
  paying: 'Zo betaalt u',
  print: 'Afdrukken of bewaren',
  toAgree: 'Naar akkoord',
  toSign: 'Naar tekenen',
} as const;

export const APPROVE = {
  questions: 'Heeft u vragen?',
  questionsText: 'Loop de offerte rustig met een adviseur door.',
  chooseMoment: 'Kies een moment, dan bellen wij u.',
  call: 'Bel ons:',
  callYourself: 'Of bel zelf:',
  callMe: 'Bel mij',
  intro: 'Klopt alles? Ga dan verder. U tekent pas in de volgende stap.',
  approve: ['Akkoord', '…', 'Verder'],
  failed: 'Uw akkoord is nog niet vastgelegd.',
  unknown: { title: 'Wij weten nog niet of uw akkoord is aangekomen.', text: 'Probeer het opnieuw.' },
} as const;

/** Alternatives to agreeing. */
export const MESSAGES = {
  giveDetails: 'Vul uw gegevens aan',
  title: 'Iets anders?',
  question: 'Ik heb een vraag over deze offerte',
  decline: 'Ik wil deze offerte niet',
  pdf: 'Download als PDF',
} as const;
