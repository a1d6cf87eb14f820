/** Why this offer, how it is paid, and how it goes after the signature. */
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
