const FORMAT = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** "€ 1.234,56", for amounts in the CRM's notes. */
export function euros(amount: number | null): string {
  return amount === null ? 'onbekend' : FORMAT.format(amount);
}
