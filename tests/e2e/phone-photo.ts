import type { Page } from 'playwright/test';
import { gpsExif } from '../bff/photos/picture-files.ts';

/** A real JPEG as a phone makes it: sideways, with its location in EXIF. */
export async function phonePhoto(page: Page, colour: string, width = 4000, height = 3000) {
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
