/** A quote that was refused; only who refused reads it. */
export const DECLINED = {
  title: 'Hebt u zich bedacht?',
  text: 'U kunt alsnog akkoord gaan: er is niets verloren.',
  reconsider: 'Toch verder',
} as const;
