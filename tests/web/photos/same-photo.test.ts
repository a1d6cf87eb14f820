import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

// X is picked for card 2 by mistake, and Y replaces it while X is being sent.

/** A request of the uploader that waits for its answer. */
class Held extends EventTarget {
  static all: Held[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  photo = new File([], '');
  onload = async () => {};
  open() {}
  abort() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send(form: FormData) {
    this.photo = form.get('files') as File;
    Held.all.push(this);
  }
  async answer() {
    this.status = 200;
    await this.onload();
    this.dispatchEvent(new Event('loadend'));
  }
}

/** The names in the CRM by content: the same bytes are stored once (decision C7). */
let stored = new Map<string, string>();

async function store(request: Held) {
  const content = await request.photo.text();
  const name = stored.get(content) ?? `${request.photo.name.split('_')[0]}_${content}.pdf`;
  stored.set(content, name);
  request.responseText = JSON.stringify({ files: [{ name, status: 'stored' }] });
}

async function remove(path: string) {
  for (const [content, name] of stored) if (path.endsWith(`/${name}`)) stored.delete(content);
  return Response.json({ result: true });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('XMLHttpRequest', Held);
  vi.stubGlobal('fetch', remove);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pdf = (content: string, slot: PhotoSlot) => ({
  data: new Blob([content], { type: 'application/pdf' }),
  name: `${content}.pdf`,
  type: 'application/pdf',
  slot,
});

const SOON = { interval: 1 };

/** Sends the picked photos; the CRM stores them in one order, and its answers come in another. */
async function contentsAfter(picks: [string, PhotoSlot][], storing: number[], answers: number[]) {
  const { uploadsOf } = await import('../../../web/customer/photos/photo-uploads.ts');
  Held.all = [];
  const uploads = uploadsOf(crypto.randomUUID());
  const { list } = uploads;
  await vi.waitFor(() => expect(list.snapshot().uppy).not.toBeNull(), SOON);
  for (const [at, [content, slot]] of picks.entries()) {
    await uploads.add([pdf(content, slot)]);
    await vi.waitFor(() => expect(Held.all).toHaveLength(at + 1), SOON);
  }
  const requestAt = (at: number) => Held.all[at] ?? new Held();
  for (const at of storing) await store(requestAt(at));
  for (const at of answers) await requestAt(at).answer();
  // The replaced photo leaves the list.
  expect(list.snapshot().photos.map(({ phase }) => phase)).toEqual(picks.slice(1).map(() => 'stored'));
  uploads.close();
  // Later the uploader would look at the connection.
  vi.clearAllTimers();
  return [...stored.keys()].sort();
}

const MISTAKE: [string, PhotoSlot][] = [
  ['x', '2-groepenkast'],
  ['y', '2-groepenkast'],
];
const orders = (of: number[]): number[][] =>
  of.length < 2 ? [of] : of.flatMap((first) => orders(of.filter((at) => at !== first)).map((rest) => [first, ...rest]));

describe('a photo that was replaced while it was being sent', () => {
  test('is removed', async () => {
    for (const answers of orders([0, 1])) {
      stored = new Map();
      expect(await contentsAfter(MISTAKE, [0, 1], answers)).toEqual(['y']);
    }
  });

  test('stays if another card has the same photo, whichever is stored or answered first', async () => {
    for (const storing of orders([0, 1, 2])) {
      for (const answers of orders([0, 1, 2])) {
        stored = new Map();
        const contents = await contentsAfter([...MISTAKE, ['x', '1-meterkast']], storing, answers);
        expect(contents, `stored in the order ${storing}, answered in ${answers}`).toEqual(['x', 'y']);
      }
    }
  });

  test('stays if it was the photo of another card in an earlier visit', async () => {
    stored = new Map([['x', '1-meterkast_x.pdf']]);
    expect(await contentsAfter(MISTAKE, [0, 1], [0, 1])).toEqual(['x', 'y']);
  });
});
