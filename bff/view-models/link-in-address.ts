// No zod here: the web may import these values (tests/house).

const HASH_KEY = 'survey_hash';
/** Mails and chats put a full stop, a bracket or a quote around a link, and may write `&` as `&amp;`. */
const AROUND = /^[^A-Za-z0-9_-]+|[^A-Za-z0-9_-]+$/g;
const KEYS = [HASH_KEY, `amp;${HASH_KEY}`] as const;

/** The personal link in an address, without what no link begins or ends with; null where there is none. */
export function linkIn(query: URLSearchParams): string | null {
  const [offered] = KEYS.flatMap((key) => query.get(key) ?? []);
  return offered === undefined ? null : offered.replace(AROUND, '');
}

/** The address without its link. */
export function withoutLink(query: URLSearchParams): void {
  for (const key of KEYS) query.delete(key);
}
