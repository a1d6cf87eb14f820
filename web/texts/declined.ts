/** A quote that was refused; only who refused reads it. */
export const DECLINED = {
  title: 'Heeft u zich bedacht?',
  text: 'U kunt alsnog akkoord gaan: er is niets verloren.',
  closed: 'Deze offerte staat nu niet open om akkoord te gaan. Wilt u toch verder? Bel ons:',
  reconsider: 'Toch verder',
} as const;

/** The heading of a quote that its customer gave up. */
export const UNSOLD = {
  withdrawn: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft uw bestelling herroepen` : 'U heeft uw bestelling herroepen',
  declined: (firstName: string) =>
    firstName ? `Dag ${firstName}, u heeft deze offerte afgewezen` : 'U heeft deze offerte afgewezen',
} as const;

/** A quote that cannot be agreed to now. */
export const NOT_OPEN = {
  closed: {
    title: 'U kunt nog niet akkoord geven',
    text: 'Wij kijken deze offerte nog voor u na. Zodra hij klaar is, kunt u hier akkoord geven.',
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
