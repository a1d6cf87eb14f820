/** The CRM's ids increase: the lowest is the one that was first. */
export function oldestFirst<R extends { id: string }>(records: readonly R[]): R[] {
  return records.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** The ids of all but the oldest. */
export function allButFirst(records: readonly { id: string }[]): string[] {
  return oldestFirst(records)
    .slice(1)
    .map(({ id }) => id);
}

/** Those that have the same key as an older one; what has none is no copy. */
export function copiesAmong<R extends { id: string }>(records: readonly R[], keyOf: (record: R) => string | null): R[] {
  const seen = new Set<string>();
  return oldestFirst(records).filter((record) => {
    const key = keyOf(record);
    const isCopy = key !== null && seen.has(key);
    if (key !== null) seen.add(key);
    return isCopy;
  });
}
