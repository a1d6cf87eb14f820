/** What a customer wants to know before agreeing: validity, next steps, withdrawal. */
export const GOOD_TO_KNOW = {
  title: 'Goed om te weten',
  cable: {
    question: 'Waarom staat er extra kabel bij?',
    answer: (metres: number, extra: number) =>
      `De eerste ${metres - extra} meter kabel hoort bij de installatie. De batterij komt op ${metres} meter van de meterkast, dus ${extra} meter is extra. Klopt de afstand niet? Hieronder, bij uw antwoorden, kunt u dat laten weten.`,
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
        'Dan is uw bestelling vastgelegd, met betalingsverplichting, en krijgt u een kopie. Daarna bellen wij u om de installatie te plannen. Hoe u betaalt, leest u hieronder in de voorwaarden.',
    },
    {
      question: 'Kunt u er nog van af?',
      answer:
        'Ja, zonder reden, tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Herroepen kan op uw persoonlijke pagina, of met een bericht aan ons.',
    },
  ],
} as const;
