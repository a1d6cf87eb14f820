/** Money inside the BFF is whole cents; the CRM and the view models use euros (decision E6). */

/** Euros to whole cents, rounded half up; null if it is not a number or too large for a price. */
export function toCents(euros: number | null): number | null {
  if (euros === null || !Number.isFinite(euros) || Math.abs(euros) > 1e9) return null;
  const near = Math.round(euros * 100);
  if (Math.abs(euros * 100 - near) < 1e-6) return near === 0 ? 0 : near;
  // 1.005 is 1.00499… in binary; the CRM meant its shortest decimal form.
  const cents = Math.round(Number(`${euros.toFixed(6)}e2`));
  return cents === 0 ? 0 : cents;
}

export function toEuros(cents: number): number {
  return cents / 100;
}
