import { readStored, removeStored, writeStored } from './storage.ts';

export const WRITE_PREFIX = 'write:';

/**
 * The key of one write, made when the person first presses and kept until the server confirmed it: a retry, also after a
 * reload, carries the same one. Another body is another write, and gets another key.
 */
export function idempotencyKey(write: string, body: unknown) {
  const place = WRITE_PREFIX + write;
  const content = JSON.stringify(body);
  const stored = readStored('session', place);
  if (stored?.endsWith(content)) {
    const key = stored.slice(0, stored.length - content.length);
    if (key.length === KEY_LENGTH) return key;
  }
  const key = newKey();
  writeStored('session', place, key + content);
  return key;
}

export function confirmWrite(write: string) {
  removeStored('session', WRITE_PREFIX + write);
}

const KEY_LENGTH = 36;

/** `randomUUID` only exists on https and localhost. */
function newKey() {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
