import type { Page } from 'playwright/test';
import { expect } from './portal-page.ts';

const SLOTS = ['De hele meterkast', 'De groepenkast van dichtbij', 'De plek voor de batterij'];
export const SAFE = (sent: number, of: number) => `Veilig opgeslagen op dit apparaat, ${sent} van ${of} verzonden`;
export const received = (photos: number, files = 0) => {
  const also = ['', ', en 1 ander bestand', `, en ${files} andere bestanden`][Math.min(files, 2)];
  return `${photos} van 3 ontvangen${also}`;
};

/** The step has read which photos the CRM has: until then "Volgende" asks nothing. */
export const listed = async (page: Page) => (await page.waitForResponse('**/api/contacts/photos')).finished();

/** Opens the step and waits for its list and its widget, so that a fault set later only affects sending. */
export async function openPhotos(page: Page, openLink: (name: string, path: string) => Promise<void>) {
  const list = listed(page);
  await openLink('joke', '/pages/box_pictures');
  await list;
  await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
}

/** The step asks once about missing photos; then the survey continues without any. */
export async function skipPhotos(page: Page) {
  const list = listed(page);
  await page.reload();
  await list;
  await page.getByRole('button', { name: 'Volgende' }).click();
  await page.getByRole('button', { name: 'Toch verder' }).click();
}

export const input = (page: Page, slot = 0) => page.getByLabel(SLOTS[slot] ?? '', { exact: false });
/** Where other files than those of the cards are chosen. */
export const others = (page: Page) => page.locator('.uppy-Dashboard-input').first();
export const status = (page: Page, text: string) => page.getByText(text, { exact: true });
export const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('photos', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('kept').objectStore('kept').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
