import type { SignatureFacts } from './evidence-v1.ts';

/** Well under the 32,000 characters that the field takes: the CRM may count some characters twice. */
const MOST_CHARACTERS = 24_000;

/** From generous to what always fits: how long a text may be, and how many rows there may be. */
const BOUNDS = [
  { characters: 2_000, rows: 400 },
  { characters: 250, rows: 100 },
  { characters: 80, rows: 50 },
  { characters: 30, rows: 25 },
] as const;

/**
 * The facts as they always fit their field: a signature never fails on the size of what it is about. What is cut is cut
 * before it is proven, and is named.
 */
export function fitted(facts: SignatureFacts): SignatureFacts {
  // The text of the terms goes first: by version and digest it is found in the portal file.
  const sizes = [boundedBy(facts, BOUNDS[0]), ...BOUNDS.map((bounds) => boundedBy({ ...facts, terms: null }, bounds))];
  return sizes.find((each) => JSON.stringify(each).length <= MOST_CHARACTERS) ?? sizes.at(-1) ?? facts;
}

function boundedBy(facts: SignatureFacts, { characters, rows }: (typeof BOUNDS)[number]): SignatureFacts {
  const cut = new Set(facts.cut);
  const bounded = (value: unknown, name: string): unknown => {
    if (typeof value === 'string' && value.length > characters) {
      cut.add(`${name}: ${characters} of ${value.length} characters`);
      return value.slice(0, characters).toWellFormed();
    }
    if (Array.isArray(value)) {
      if (value.length > rows) cut.add(`${name}: ${rows} of ${value.length} rows`);
      return value.slice(0, rows).map((item) => bounded(item, name));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bounded(item, key)]));
  };
  const { cut: _, name, email, ref, fingerprint, termsDigest, terms, ...rest } = facts;
  const whole = { name, email, ref, fingerprint, termsDigest, terms };
  const within = bounded(rest, '') as Omit<SignatureFacts, 'cut' | keyof typeof whole>;
  return { ...within, ...whole, cut: [...cut] };
}
