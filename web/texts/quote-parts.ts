/* Texts of the parts of a quote that load after it: its story, its states and its forms. */

/** For a quote that the customer declined. */
export const DECLINED = {
  title: (day: string) => `Afgewezen op ${day} – toch verder?`,
  text: 'U kunt alsnog akkoord gaan: er is niets verloren.',
  closedTitle: 'Heeft u zich bedacht?',
  closed: 'Deze offerte staat nu niet open om akkoord te gaan. Wilt u toch verder? Bel ons:',
  reconsider: 'Toch verder',
  reconsidered: 'U bekijkt deze offerte opnieuw. Er is nog niets besteld.',
} as const;

/** The folded quote below a question: one that is not released yet, or the present offer. */
export const FOLDED = {
  provisional: { title: 'Voorlopige offerte', hint: 'U kunt hem alvast bekijken.' },
  released: { title: 'Uw huidige offerte', hint: 'Zo staat hij nu op uw pagina.' },
} as const;

/** Headings of a quote that the customer withdrew from or declined. */
export const UNSOLD = {
  rows: 'De bedragen van deze offerte:',
  withdrawn: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft uw bestelling herroepen` : 'U heeft uw bestelling herroepen',
  withdrawnByField: (firstName: string) =>
    firstName ? `Dag ${firstName}, uw bestelling is herroepen` : 'Uw bestelling is herroepen',
  declined: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft deze offerte afgewezen` : 'U heeft deze offerte afgewezen',
} as const;

/** For a quote that cannot be agreed to now. */
export const NOT_OPEN = {
  /** Sales ops closed the deal, so this promises no work. */
  ended: {
    title: 'Deze offerte is gesloten',
    text: 'U kunt er niet meer mee akkoord gaan.',
    call: 'Wilt u toch verder? Bel ons:',
  },
  closed: {
    title: 'Uw offerte wordt nog nagekeken',
    text: 'Wij kijken deze offerte nog voor u na. U kunt nog niet akkoord gaan, daarna wel. U hoeft nu niets te doen.',
  },
  incomplete: {
    title: 'Deze offerte is nog niet compleet',
    missing:
      'Er ontbreekt nog een bedrag. U kunt daarom nog niet akkoord gaan. Wij maken uw offerte af; u hoeft nu niets te doen.',
    outdated:
      'Er is iets aan uw offerte veranderd, en hij wordt bijgewerkt. Tot dan kunt u niet akkoord gaan. U hoeft nu niets te doen.',
  },
  takenBack: {
    title: 'Deze offerte staat niet meer open om te tekenen',
    nothing: 'Er is niets ondertekend.',
    hidden: 'Wij kijken de offerte nog eens na; zodra hij weer open staat, kunt u hier verder.',
  },
} as const;

/** Why this offer, how to pay, and what happens after the signature. */
export const QUOTE_STORY = {
  home: 'Bij u thuis',
  place: (metres: number) => `De batterij staat ${metres}\u00a0meter van de meterkast.`,
  included: (metres: number) => `De eerste ${metres}\u00a0meter kabel hoort erbij.`,
  orFinancing: 'Met financiering kan ook; dat kiest u onderaan.',
  perModule: ['Uw totaalprijs is omgerekend', 'per module.'],
  why: 'Waarom deze batterij',
  how: 'Zo gaat het als u tekent',
  adviser: 'Uw adviseur',
  direct: 'Direct nummer:',
} as const;

/** For the form that asks a question or declines. */
export const MESSAGE_FORM = {
  question: {
    title: 'Stel uw vraag',
    label: 'Uw vraag',
    reasons: [],
    hint: 'Wij beantwoorden uw vraag per telefoon of e-mail. Er wordt niets besteld.',
    missing: 'Schrijf eerst uw vraag op.',
    send: 'Vraag versturen',
    cancel: 'Annuleren',
    sending: 'Uw vraag wordt verstuurd…',
    failed: 'Uw vraag is nog niet verstuurd. Wat u schreef, staat er nog.',
    unknown: {
      title: 'Wij weten nog niet of uw vraag is aangekomen.',
      text: 'Probeer het opnieuw: wat u schreef, staat er nog.',
    },
    received: 'Wij hebben uw vraag ontvangen',
    next: 'Een adviseur neemt contact met u op.',
  },
  decline: {
    title: 'Deze offerte afwijzen',
    label: 'Waarom niet? (mag u leeg laten)',
    reasons: ['Te duur', 'Andere aanbieder', 'Nu niet'],
    hint: 'Wij bellen u dan niet meer over deze offerte, tenzij u dat wilt. Met dezelfde link kunt u altijd terugkomen.',
    missing: '',
    send: 'Afwijzing versturen',
    cancel: 'Nee, terug',
    sending: 'Uw bericht wordt verstuurd…',
    failed: 'Uw bericht is nog niet verstuurd. Wat u schreef, staat er nog.',
    unknown: {
      title: 'Wij weten nog niet of uw bericht is aangekomen.',
      text: 'Probeer het opnieuw: wat u schreef, staat er nog.',
    },
    received: 'Wij hebben uw afwijzing ontvangen',
    next: 'Wij bellen u niet meer over deze offerte, tenzij u dat wilt. U hoeft niets meer te doen. Bedankt dat u het laat weten.',
  },
  unreachable:
    'Wij hebben geen telefoonnummer en geen e-mailadres van u, en kunnen dus niet antwoorden. Vul uw telefoonnummer in, of bel ons:',
  at: (moment: string) => `op ${moment}`,
} as const;

/** For a deal without an offer that sales ops closed. */
export const ENDED = {
  title: 'Deze aanvraag is gesloten',
  text: 'U hoeft niets meer te doen.',
} as const;

/** For a deal without open questions and without an offer. */
export const PREPARING = {
  title: 'Hoe gaat het verder?',
  steps: [
    'Wij maken uw offerte.',
    'U vindt hem straks op deze pagina, met dezelfde persoonlijke link.',
    'U bekijkt hem rustig en beslist zelf.',
  ],
} as const;

export const BOOKING = {
  title: 'Afspraak om gebeld te worden',
  newWindow: 'Open in een nieuw venster',
  hint: 'Uw naam, e-mailadres en telefoonnummer worden vooraf ingevuld op de afsprakenpagina.',
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
