// When and how much the customer pays, and is repaid: the same for browser and server.

/** The paragraph of the terms about payment. */
export function termsOfPaying(paragraphs: readonly { title: string; text: string }[] | null | undefined) {
  return paragraphs?.find(({ title }) => /^betal/i.test(title))?.text;
}

/**
 * The amount of each part of a payment, in euros. All parts but the last are rounded down to the cent, so that "hooguit
 * de helft" holds.
 */
export function paymentParts(parts: readonly { percent: number; when: string }[], total: number) {
  const totalCents = Math.round(total * 100);
  let leftCents = totalCents;
  return parts.map(({ percent, when }, at) => {
    const cents = at === parts.length - 1 ? leftCents : Math.floor((totalCents * percent) / 100);
    leftCents -= cents;
    return { when, euros: cents / 100 };
  });
}

/** The seller repays within this many days after the day on which a withdrawal is received (article 6:230r BW). */
export const REPAID_WITHIN_DAYS = 14;
