/** A quote that was refused; only who refused reads it. */
export const DECLINED = {
  title: 'U hebt deze offerte afgewezen',
  at: (moment: string) => `Afgewezen op ${moment}`,
  text: 'Hebt u zich bedacht? U kunt alsnog akkoord gaan: er is niets verloren.',
  reconsider: 'Toch verder',
} as const;
