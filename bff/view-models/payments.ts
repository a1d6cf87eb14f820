// When the customer pays, and is repaid: the same for browser and server.

const VAT_PERCENT = 21;

/** 21 % of a sum in cents, rounded half up, in integer arithmetic. */
export function vatCents(sumCents: number): number {
  return Math.floor((sumCents * VAT_PERCENT + 50) / 100);
}

/**
 * The amount that metres of cable add to a total, as the quote will calculate it. All prices are in euros incl. btw. A
 * quote rounds its btw once, so this first converts the prices to whole cents without btw.
 */
export function cableCost(metres: number, metrePrice: number, total: number): number {
  const [cable = 0, sum = 0] = [metrePrice, total].map((euros) => Math.round((euros * 10_000) / (100 + VAT_PERCENT)));
  const extra = metres * cable;
  return (extra + vatCents(sum + extra) - vatCents(sum)) / 100;
}

/** The paragraph of the terms about payment. */
export function termsOfPaying(paragraphs: readonly { title: string; text: string }[] | null | undefined) {
  return paragraphs?.find(({ title }) => /^betal/i.test(title))?.text;
}

/** The seller repays within this many days after the day on which a withdrawal is received (article 6:230r BW). */
export const REPAID_WITHIN_DAYS = 14;
