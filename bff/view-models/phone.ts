// No zod here: the web may import these values.

/** Dials the first number of a text, because the CRM may hold a remark or a second number beside it. */
export function phoneUrl(phone: string) {
  const [first = ''] = phone
    .replace('(0)', '')
    .replace(/^[^+\d]+/, '')
    .split(/ \/ |[^-+\d\s()./]/);
  return `tel:${first.replace(/[^+\d]/g, '')}`;
}
