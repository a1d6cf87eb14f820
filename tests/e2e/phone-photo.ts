import type { Page } from 'playwright/test';
import { gpsExif } from '../bff/photos/picture-files.ts';

/** A real JPEG as a phone makes it, but small: sideways, with its location in EXIF. */
export async function phonePhoto(page: Page, colour: string, width = 300, height = 200) {
  const base64 = await page.evaluate(
    async ([fill, w, h]) => {
      const canvas = new OffscreenCanvas(Number(w), Number(h));
      const surface = canvas.getContext('2d');
      if (!surface) throw new Error('no canvas');
      surface.fillStyle = String(fill);
      surface.fillRect(0, 0, canvas.width, canvas.height);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [colour, width, height] as const,
  );
  const plain = Buffer.from(base64, 'base64');
  const buffer = Buffer.concat([plain.subarray(0, 2), gpsExif(6), plain.subarray(2)]);
  return { name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** One as large as a phone makes it. */
export const largePhoto = (page: Page, colour: string) => phonePhoto(page, colour, 4_000, 3_000);

type Photo = Awaited<ReturnType<typeof phonePhoto>>;
export const phonePhotos = <Colours extends string[]>(page: Page, ...colours: Colours) =>
  Promise.all(colours.map((colour) => phonePhoto(page, colour))) as Promise<{ [Each in keyof Colours]: Photo }>;
