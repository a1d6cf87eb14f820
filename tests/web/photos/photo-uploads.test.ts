import { expect, onTestFinished, test, vi } from 'vitest';
import { MOST_FILES } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { FILE_PROBLEMS } from '../../../web/texts/photos.ts';

// The photos of one contact before they are sent; sending is tested in a browser (tests/e2e/photos-kept.spec.ts).

/** The uploads of a contact, and files that are read until the test lets them go. */
async function startUploads() {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  // Offline, the uploader is not loaded.
  vi.stubGlobal('navigator', { onLine: false });
  const { uploadsOf } = await import('../../../web/customer/photos/photo-uploads.ts');
  const uploads = uploadsOf(crypto.randomUUID());
  onTestFinished(() => {
    uploads.close();
    vi.unstubAllGlobals();
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, slot: PhotoSlot | null = null, isReadable = true) =>
    uploads.add([{ data: fileOf(name, isReadable), name, type: 'application/pdf', slot }]);
  const fileOf = (name: string, isReadable: boolean) =>
    ({
      // No picture, so nothing is decoded; reading its bytes is the work.
      type: 'application/pdf',
      size: 1,
      arrayBuffer: async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (!isReadable) throw new Error('the file is gone');
        return new ArrayBuffer(1);
      },
    }) as unknown as Blob;
  const finish = async (name: string) => {
    await vi.waitFor(() => expect(begun.at(-1)).toBe(name));
    ends.at(-1)?.();
  };
  return { uploads, begun, add, finish };
}

test('photos are prepared one at a time, in order; one that cannot be read is refused, and the others continue', async () => {
  const { uploads, begun, add, finish } = await startUploads();
  const added = [add('a.pdf'), add('b.pdf', null, false), add('c.pdf')];
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await finish(name);
  await Promise.all(added);
  expect(begun).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  const { photos, refused } = uploads.list.snapshot();
  expect(photos.map(({ phase }) => phase)).toEqual(['waiting', 'waiting']);
  expect(refused).toMatchObject([{ name: 'b.pdf', text: FILE_PROBLEMS.unsupported, slot: null }]);
});

test('a photo that waits for its turn is shown, and can be taken again or removed', async () => {
  const { uploads, begun, add, finish } = await startUploads();
  const shown = () => uploads.list.snapshot().photos.map(({ slot, phase }) => [slot, phase]);
  const added = [add('slow.pdf', '1-meterkast'), add('first.pdf', '2-groepenkast'), add('removed.pdf', '3-plek')];
  expect(shown()).toEqual([
    ['1-meterkast', 'preparing'],
    ['2-groepenkast', 'preparing'],
    ['3-plek', 'preparing'],
  ]);
  added.push(add('again.pdf', '2-groepenkast'));
  uploads.remove([uploads.list.snapshot().photos[2]?.key ?? '']);
  for (const name of ['slow.pdf', 'first.pdf', 'again.pdf']) await finish(name);
  await Promise.all(added);
  expect(begun).toEqual(['slow.pdf', 'first.pdf', 'again.pdf']);
  expect(shown()).toEqual([
    ['1-meterkast', 'waiting'],
    ['2-groepenkast', 'waiting'],
  ]);
});

test('a browser that blocks its storage also refuses the channel to other tabs: the photos are taken without it', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { uploads, add, finish } = await startUploads();
  const added = [add('kept.pdf'), add('removed.pdf')];
  uploads.remove([uploads.list.snapshot().photos[1]?.key ?? '']);
  await finish('kept.pdf');
  await Promise.all(added);
  expect(uploads.list.snapshot().photos.map(({ phase }) => phase)).toEqual(['waiting']);
});

test('photos that wait for their turn count only for those after them: the first twenty are taken', async () => {
  const { uploads, add, finish } = await startUploads();
  const names = Array.from({ length: MOST_FILES + 1 }, (_, at) => `${at}.pdf`);
  const added = names.map((name) => add(name));
  for (const name of names.slice(0, MOST_FILES)) await finish(name);
  await Promise.all(added);
  const { photos, refused } = uploads.list.snapshot();
  expect(photos).toHaveLength(MOST_FILES);
  expect(refused).toMatchObject([{ name: names.at(-1), text: FILE_PROBLEMS.tooMany }]);
});
