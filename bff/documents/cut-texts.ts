/**
 * The length of a single-line field in the CRM. Longer text was never typed there, and laying it out can take a minute.
 */
const MOST_CHARACTERS = 255;

/** The same value with every text in it, at any depth, shortened to what a quote can hold. */
export function cutTexts<T>(value: T): T {
  if (typeof value === 'string') return cut(value) as T;
  if (Array.isArray(value)) return value.map(cutTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutTexts(part)])) as T;
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
