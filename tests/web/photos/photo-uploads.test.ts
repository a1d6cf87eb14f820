import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FILE_PROBLEMS } from '../../../web/texts/photos.ts';

// The photos of one contact before they are sent; sending is tested in a browser (tests/e2e/photos-kept.spec.ts).

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  // Offline, the uploader is not loaded.
  vi.stubGlobal('navigator', { onLine: false });
});
afterEach(() => vi.unstubAllGlobals());

test('photos are prepared one at a time, in order; one that cannot be read is refused, and the others continue', async () => {
  const { uploadsOf } = await import('../../../web/customer/photos/photo-uploads.ts');
  const uploads = uploadsOf('4150868000000000001');
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const photoOf = (name: string, isReadable = true) => ({
    data: {
      // No picture, so nothing is decoded; reading its bytes is the work.
      type: 'application/pdf',
      size: 1,
      arrayBuffer: async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (!isReadable) throw new Error('the file is gone');
        return new ArrayBuffer(1);
      },
    } as unknown as Blob,
    name,
    type: 'application/pdf',
    slot: null,
  });
  const added = [photoOf('a.pdf'), photoOf('b.pdf', false), photoOf('c.pdf')].map((photo) => uploads.add([photo]));
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
    await vi.waitFor(() => expect(begun.at(-1)).toBe(name));
    ends.at(-1)?.();
  }
  await Promise.all(added);
  expect(begun).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  const { photos, refused } = uploads.list.snapshot();
  expect(photos.map(({ phase }) => phase)).toEqual(['waiting', 'waiting']);
  expect(refused).toMatchObject([{ name: 'b.pdf', text: FILE_PROBLEMS.unsupported, slot: null }]);
  uploads.close();
});
