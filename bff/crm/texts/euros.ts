const FORMAT = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** "€ 1.234,56", for amounts in the CRM's notes. */
export function euros(amount: number | null): string {
  return amount === null ? 'onbekend' : FORMAT.format(amount);
}

/** The total to pay, for mails and the note of the evidence. */
export function totalLine(finalInclVat: number | null): string {
  return `Totaal incl. btw: ${euros(finalInclVat)}`;
}
