/** As much as a field of one line holds in the CRM. What is longer was never typed there: laying it out takes a minute. */
const MOST_CHARACTERS = 255;

/** The same value, with every text in it, however deep, cut to what a quote can hold. */
export function cutTexts<T>(value: T): T {
  if (typeof value === 'string') return cut(value) as T;
  if (Array.isArray(value)) return value.map(cutTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutTexts(part)])) as T;
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
