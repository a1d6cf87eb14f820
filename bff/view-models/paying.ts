/** The part of the terms about paying: how much before, and how much after. */
export function termsOfPaying(paragraphs: readonly { title: string; text: string }[] | null | undefined) {
  return paragraphs?.find(({ title }) => /^betal/i.test(title))?.text;
}

/** What each part of a payment comes to, to the cent: the last one is what remains. Euros. */
export function paymentParts(parts: readonly { percent: number; when: string }[], total: number) {
  let leftCents = Math.round(total * 100);
  return parts.map(({ percent, when }, at) => {
    const cents = at === parts.length - 1 ? leftCents : Math.round(total * percent);
    leftCents -= cents;
    return { when, euros: cents / 100 };
  });
}
