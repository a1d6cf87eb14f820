import { readStored, removeStored, writeStored } from '../../../device/storage.ts';
import { sha256Hex } from '../../gate/log-in.ts';
import type { ActionBody } from './action-body.ts';

const PRESS_PREFIX = 'admin-press:';
const COUNT_PREFIX = 'admin-presses:';

/**
 * The idempotency-key of one press. It follows from what is sent and what was `seen` on the screen, so that the same press
 * in two tabs is one; without anything seen it is a key like no other. It is kept until the server confirmed, so that a retry, also after a reload, is the same press.
 */
export async function pressKey(body: ActionBody, seen: string | undefined) {
  const place = PRESS_PREFIX + subjectOf(body);
  const content = JSON.stringify(body);
  const stored = readStored('session', place);
  if (stored?.endsWith(content)) {
    const key = stored.slice(0, -content.length);
    if (key.length === KEY_LENGTH) return key;
  }
  const confirmed = readStored('session', COUNT_PREFIX + body.contactId) ?? '0';
  const source = seen === undefined ? crypto.randomUUID() : JSON.stringify([content, seen, confirmed]);
  const key = (await sha256Hex(source)).slice(0, KEY_LENGTH);
  writeStored('session', place, key + content);
  return key;
}

/** From now on the same press again is another one. */
export function confirmPress(body: ActionBody) {
  removeStored('session', PRESS_PREFIX + subjectOf(body));
  const count = Number(readStored('session', COUNT_PREFIX + body.contactId) ?? 0);
  writeStored('session', COUNT_PREFIX + body.contactId, String(count + 1));
}

const KEY_LENGTH = 36;

function subjectOf({ action, contactId, dealId = '', name = '' }: ActionBody) {
  return [contactId, dealId, action, name].join(':');
}
