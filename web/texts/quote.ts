export const QUOTE = {
  greeting: (firstName: string) => (firstName ? `Dag ${firstName}, dit is uw offerte` : 'Dit is uw offerte'),
  asOf: (moment: string) => `Stand van ${moment}`,
  valid: 'Deze offerte geldt zolang hij op uw pagina staat.',
  price: (vat: string) => `Uw prijs ${vat}`,
  priceNotForSale: (vat: string) => `Prijs in deze offerte ${vat}`,
  provisional: 'Voorlopige offerte',
  provisionalHint: 'U kunt hem alvast bekijken.',
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

/** Questions before agreeing: validity, next steps, withdrawal. */
export const GOOD_TO_KNOW = {
  title: 'Goed om te weten',
  cable: {
    question: 'Waarom staat er extra kabel bij?',
    answer: (metres: number, extra: number) =>
      `De eerste ${metres - extra} meter kabel hoort bij de installatie. De batterij komt op ${metres} meter van de meterkast, dus ${extra} meter is extra.`,
    change: 'Klopt de afstand niet? Hieronder, bij uw antwoorden, kunt u dat laten weten.',
  },
  size: {
    question: 'Wilt u meer of minder opslag?',
    answer:
      'Kies hieronder bij uw antwoorden een ander aantal modules. Wij rekenen uw prijs meteen opnieuw uit. De prijs per module hangt af van het aantal.',
    fixed:
      'Deze offerte is voor u op maat gemaakt. Vraag hieronder bij uw antwoorden een ander aantal modules aan; uw offerte blijft zoals hij is, tot een collega hem aanpast.',
  },
  terms: 'Lees de voorwaarden',
  guarantee: 'Wat als de batterij niet doet wat u mag verwachten?',
  answers: [
    {
      question: 'Tot wanneer geldt deze offerte?',
      answer:
        'Zolang hij op uw persoonlijke pagina staat. Verandert er iets, dan laten wij u eerst zien wat. U tekent nooit voor een andere prijs dan u hier ziet.',
    },
    {
      question: 'Wat gebeurt er als u tekent?',
      answer:
        'Dan is uw bestelling vastgelegd, met betalingsverplichting, en krijgt u een kopie. Daarna bellen wij u om afspraken te maken. Hoe u betaalt, leest u op deze pagina.',
    },
    {
      question: 'Kunt u er nog van af?',
      answer:
        'Ja, zonder reden, tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Herroepen kan op uw persoonlijke pagina, of met een bericht aan ons.',
    },
  ],
} as const;
