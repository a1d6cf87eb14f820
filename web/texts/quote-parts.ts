/* Texts of quote parts that few customers open; they load with the first such part. */

/** For a quote that the customer declined. */
export const DECLINED = {
  title: 'Heeft u zich bedacht?',
  text: 'U kunt alsnog akkoord gaan: er is niets verloren.',
  closed: 'Deze offerte staat nu niet open om akkoord te gaan. Wilt u toch verder? Bel ons:',
  reconsider: 'Toch verder',
} as const;

/** Headings of a quote that the customer withdrew from or declined. */
export const UNSOLD = {
  withdrawn: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft uw bestelling herroepen` : 'U heeft uw bestelling herroepen',
  declined: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft deze offerte afgewezen` : 'U heeft deze offerte afgewezen',
} as const;

/** For a quote that cannot be agreed to now. */
export const NOT_OPEN = {
  closed: {
    title: 'U kunt nog niet akkoord gaan',
    text: 'Wij kijken deze offerte nog voor u na. Zodra hij klaar is, kunt u hier akkoord gaan.',
  },
  incomplete: {
    title: 'Deze offerte is nog niet compleet',
    missing:
      'Er ontbreekt nog een bedrag. U kunt daarom nog niet akkoord gaan. Wij maken hem voor u af; vragen kan altijd via',
    outdated:
      'Er is iets aan uw offerte veranderd, en hij wordt bijgewerkt. Tot dan kunt u niet akkoord gaan. Vragen kan altijd via',
  },
  takenBack: {
    title: 'Deze offerte staat niet meer open om te tekenen.',
    text: 'Er is niets ondertekend. Wij kijken de offerte nog eens na; zodra hij weer open staat, kunt u hier verder.',
  },
} as const;

/** Why this offer, how to pay, and what happens after the signature. */
export const QUOTE_STORY = {
  home: 'Bij u thuis',
  place: (metres: number) => `De batterij staat ${metres} meter van de meterkast.`,
  paying: 'Zo betaalt u',
  perModule: 'per module, omgerekend, met alles erbij',
  why: 'Waarom deze batterij',
  how: 'Zo gaat het als u tekent',
  adviser: 'Uw adviseur',
  direct: 'Direct nummer:',
} as const;

/** For the form that asks a question or declines. */
export const MESSAGE_FORM = {
  question: {
    label: 'Uw vraag',
    hint: 'Wij beantwoorden uw vraag per telefoon of e-mail. Er wordt niets besteld.',
    missing: 'Schrijf eerst uw vraag op.',
    send: 'Vraag versturen',
    sending: 'Uw vraag wordt verstuurd…',
    failed: 'Uw vraag is nog niet verstuurd. Wat u schreef, staat er nog.',
    received: 'Wij hebben uw vraag ontvangen',
    next: 'Een adviseur neemt contact met u op.',
  },
  decline: {
    label: 'Waarom niet? (mag u leeg laten)',
    hint: 'Wij bellen u dan niet meer over deze offerte, tenzij u dat wilt. Met dezelfde link kunt u altijd terugkomen.',
    missing: '',
    send: 'Afwijzing versturen',
    sending: 'Uw bericht wordt verstuurd…',
    failed: 'Uw bericht is nog niet verstuurd. Wat u schreef, staat er nog.',
    received: 'Wij hebben uw afwijzing ontvangen',
    next: 'U hoeft niets meer te doen. Bedankt dat u het laat weten.',
  },
  cancel: 'Annuleren',
  at: (moment: string) => `op ${moment}`,
} as const;

export const BOOKING = {
  title: 'Afspraak om gebeld te worden',
  newWindow: 'Open in een nieuw venster',
  hint: 'Uw naam, e-mailadres en telefoonnummer worden vooraf ingevuld op de afsprakenpagina.',
} as const;
