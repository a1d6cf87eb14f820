/** Older quotes only (§2.5, §9). */
export const FINANCING = {
  title: 'Hoe wilt u betalen?',
  intro: 'Klopt alles? Kies dan hoe u verdergaat. U tekent pas in de volgende stap.',
  plainIntro: 'Klopt alles? Ga dan verder. U tekent pas in de volgende stap.',
  withFinancing: 'Verder met financiering',
  perMonth: 'per maand',
  fixed: '15 jaar vast**',
  without: 'Verder zonder financiering',
  warning: 'Let op! Geld lenen kost geld',
  footnote: '** De looptijd is maximaal 180 maanden. Onder voorbehoud van kredietacceptatie.',
  lender: (licenceHolder: string) => `Kredietgever: ${licenceHolder}`,
  change: 'Andere keuze maken',
  chosen: { with: 'U koos: met financiering.', without: 'U koos: zonder financiering.' },
} as const;
