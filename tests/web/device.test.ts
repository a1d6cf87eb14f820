import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftKey, readDraft, removeDraft, writeDraft } from '../../web/device/drafts.ts';
import { confirmWrite, idempotencyKey } from '../../web/device/idempotency-key.ts';
import { readStored, removeAllStored, writeStored } from '../../web/device/storage.ts';
import { stubBrowser } from './admin/stubbed-browser.ts';

const PLACE = { key: draftKey('1', '2', 'solar'), area: 'local' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

function forbidden(): never {
  throw new Error('storage is forbidden here');
}

beforeEach(() => void stubBrowser());
afterEach(() => vi.unstubAllGlobals());

describe('C2 drafts', () => {
  test('typed text comes back as long as the server holds the same value', () => {
    writeDraft(PLACE, { count: '1' }, { count: '240' });
    expect(readDraft(PLACE, { count: '1' })).toEqual({ count: '240' });
    removeDraft(PLACE);
    expect(readDraft(PLACE, { count: '1' })).toBeUndefined();
  });

  test("the server's newer value wins, and the draft is deleted", () => {
    writeDraft(PLACE, '1', '240');
    expect(readDraft(PLACE, '12')).toBeUndefined();
    expect(readDraft(PLACE, '1')).toBeUndefined();
  });

  test('A3 in a form, a newer value wins in its own field, also if the server changes it back later', () => {
    const typed = { street: 'Laan 7', phone: '06 11', city: 'Ede' };
    writeDraft(PLACE, { street: '', phone: '', city: 'Ede' }, typed);
    const server = { street: '', phone: '06 22', city: 'Ede' };
    expect(readDraft(PLACE, server)).toEqual({ street: 'Laan 7', phone: '06 22', city: 'Ede' });
    expect(readDraft(PLACE, { ...server, phone: '' })).toEqual({ street: 'Laan 7', phone: '', city: 'Ede' });
    expect(readDraft(PLACE, { ...server, street: 'Laan 8' })).toBeUndefined();
    expect(readStored('local', PLACE.key)).toBeNull();
  });

  test('a draft is kept for seven days', () => {
    writeDraft(PLACE, '1', '240', 0);
    expect(readDraft(PLACE, '1', 7 * DAY_MS - 1)).toBe('240');
    expect(readDraft(PLACE, '1', 7 * DAY_MS)).toBeUndefined();
  });

  test.each(['{', 'null', '7', '{"from":"\\"1\\""}'])('an invalid draft (%s) is ignored', (stored) => {
    writeStored('local', PLACE.key, stored);
    expect(readDraft(PLACE, '1')).toBeUndefined();
  });

  test('if storage is full, the newest text is read, and not the last text that fitted', () => {
    writeDraft(PLACE, '1', '9');
    vi.spyOn(window.localStorage, 'setItem').mockImplementation(forbidden);
    writeDraft(PLACE, '1', '95');
    expect(readDraft(PLACE, '1')).toBe('95');
    removeDraft(PLACE);
  });

  test('without storage the page keeps typed text in memory', () => {
    vi.stubGlobal('window', { localStorage: { getItem: forbidden, setItem: forbidden, removeItem: forbidden } });
    writeDraft(PLACE, '1', '9');
    expect(readDraft(PLACE, '1')).toBe('9');
    removeDraft(PLACE);
    expect(readDraft(PLACE, '1')).toBeUndefined();
  });

  test('"this is not me" removes all drafts and nothing else', () => {
    writeStored('local', 'draft:1', 'a');
    writeStored('local', 'other', 'b');
    removeAllStored('local', 'draft:');
    expect([readStored('local', 'draft:1'), readStored('local', 'other')]).toEqual([null, 'b']);
  });
});

describe('F2 idempotency keys', () => {
  test('a repeated write keeps its key until the write is confirmed', () => {
    const first = idempotencyKey('sign:1', { name: 'Bo' });
    expect(idempotencyKey('sign:1', { name: 'Bo' })).toBe(first);
    confirmWrite('sign:1');
    expect(idempotencyKey('sign:1', { name: 'Bo' })).not.toBe(first);
  });

  test('G3 a write that people may repeat on purpose keeps its key only for a while, also after a reload', () => {
    const pressed = Date.parse('2026-11-24T14:00:00+01:00');
    const press = (minutes: number) => {
      const body = { action: 'gaikan_called_noanswer' };
      return idempotencyKey('action:1', body, 15 * 60_000, pressed + minutes * 60_000);
    };
    const first = press(0);
    expect(press(14)).toBe(first);
    const another = press(15);
    expect(another).not.toBe(first);
    expect(press(29)).toBe(another);
  });

  test('a customer’s write keeps its key however long it takes to arrive', () => {
    const first = idempotencyKey('question:1', { text: 'Hoe lang duurt het?' });
    expect(idempotencyKey('question:1', { text: 'Hoe lang duurt het?' }, undefined, Date.now() + 30 * DAY_MS)).toBe(
      first,
    );
  });

  test.each(['{', '7', '"x"'])('an invalid key (%s) is ignored', (stored) => {
    writeStored('session', 'write:sign:1', stored);
    expect(idempotencyKey('sign:1', {})).toMatch(/^[0-9a-f]{32}$/);
  });

  test('another body, or another write, has another key', () => {
    const first = idempotencyKey('sign:1', { name: 'Bo' });
    expect(idempotencyKey('sign:1', { name: 'Bob' })).not.toBe(first);
    expect(idempotencyKey('sign:2', { name: 'Bo' })).not.toBe(first);
  });
});
