/** Why this offer, how it is paid, and how it goes after the signature. */
export const QUOTE_STORY = {
  paying: 'Zo betaalt u',
  perModule: (modules: number) =>
    modules === 1
      ? 'voor deze ene module, met alles erbij'
      : `per module, omgerekend, met alles erbij (${modules} modules)`,
  why: 'Waarom deze batterij',
  how: 'Zo gaat het',
} as const;
