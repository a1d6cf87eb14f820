import { readStored, removeStored, writeStored } from './storage.ts';

export const WRITE_PREFIX = 'write:';

interface UnconfirmedWrite {
  key: string;
  content: string;
  at: number;
}

/**
 * The key of one write: created at the first press and reused by every retry, also after a reload, until the server
 * confirms. Another body gets a new key. So does the same body after `keptMs`, for writes that may be repeated on
 * purpose.
 */
export function idempotencyKey(write: string, body: unknown, keptMs = Number.POSITIVE_INFINITY, now = Date.now()) {
  const place = WRITE_PREFIX + write;
  const content = JSON.stringify(body);
  const stored = parse(readStored('session', place));
  if (stored?.content === content && now - stored.at < keptMs) return stored.key;
  const unconfirmed: UnconfirmedWrite = { key: newKey(), content, at: now };
  writeStored('session', place, JSON.stringify(unconfirmed));
  return unconfirmed.key;
}

/** Whether the server has not confirmed this key yet, and no other body of the write was sent since. */
export function isUnconfirmed(write: string, key: string) {
  return parse(readStored('session', WRITE_PREFIX + write))?.key === key;
}

export function confirmWrite(write: string) {
  removeStored('session', WRITE_PREFIX + write);
}

function parse(stored: string | null): UnconfirmedWrite | null {
  try {
    return JSON.parse(stored ?? 'null') as UnconfirmedWrite | null;
  } catch {
    return null;
  }
}

/** Also works on plain http, where browsers have no `randomUUID`. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
