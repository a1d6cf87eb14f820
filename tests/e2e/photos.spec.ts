import { photoDesk } from '../bff/photos/photo-desk.ts';
import { html, svg } from '../bff/photos/picture-files.ts';
import { refuse } from '../gallery/scene.ts';
import { moved } from './layout-faults.ts';
import { phonePhoto } from './phone-photo.ts';
import { input, kept, openPhotos, SAFE, status } from './photo-step.ts';
import { expect, test } from './portal-page.ts';

/** Width and height from the first frame of a JPEG. */
function sizeOf(jpeg: Buffer) {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc2].includes(jpeg[at + 1] ?? 0)) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  return [];
}

test.describe('§2.3 Foto’s van de situatie', () => {
  test('three named photos: small, upright, without location, under their slots in the CRM; shown on return', async ({
    page,
    portal,
    openLink,
  }) => {
    const desk = photoDesk(() => portal);
    await openPhotos(page, openLink);
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    for (const [index, colour] of ['red', 'green', 'blue'].entries()) {
      await input(page, index).setInputFiles(await phonePhoto(page, colour));
    }
    await expect(status(page, '3 van 3 ontvangen')).toBeVisible();
    await expect(page.getByText('Ontvangen', { exact: true })).toHaveCount(3);
    expect((await desk.names('joke')).map((name) => name.replace(/_[0-9a-f]{16}\.jpg$/, ''))).toEqual([
      '1-meterkast',
      '2-groepenkast',
      '3-plek',
    ]);
    for (const bytes of (await desk.contents('joke')).values()) {
      expect(sizeOf(bytes)).toEqual([1920, 2560]);
      for (const trace of ['GPS', 'Exif', 'Telefoon']) expect(bytes.includes(trace)).toBe(false);
    }
    expect(await kept(page)).toBe(0);
    await page.reload();
    await expect(status(page, '3 van 3 ontvangen')).toBeVisible();
    await expect(page.getByText('Ontvangen', { exact: true })).toHaveCount(3);
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
  });

  test('§7.3 all files chosen together are sent in one form, with the headers of the specification', async ({
    page,
    portal,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const files = await Promise.all(['red', 'green'].map((colour) => phonePhoto(page, colour, 300, 200)));
    const sending = page.waitForRequest('**/api/contacts/upload');
    await page.locator('.uppy-Dashboard-input').first().setInputFiles(files);
    const request = await sending;
    expect(request.method()).toBe('POST');
    expect(request.headers()).toMatchObject({ 'x-survey-hash': portal.as('joke').hash, 'x-image-category': 'c1' });
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    await expect(status(page, '0 van 3 ontvangen, en 2 andere bestanden')).toBeVisible();
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(2);
  });

  test('the cards come with the page; a photo chosen before the upload widget is loaded waits on the phone and is sent', async ({
    page,
    openLink,
  }) => {
    let bring = () => {};
    const brought = new Promise<void>((resolve) => {
      bring = resolve;
    });
    await page.route(/\/assets\/(photo-sender|OtherPhotos)/, async (route) => {
      await brought;
      await route.continue();
    });
    await openLink('joke', '/pages/box_pictures');
    await expect(input(page)).toBeEnabled();
    await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
    await expect(page.getByRole('img', { name: 'Uw foto: De hele meterkast' })).toBeVisible();
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    bring();
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
  });

  test('§9 the dashboard is inline, 350 high, in Dutch, without "powered by", and moves nothing visible; C8 "Volgende" is in view from the first card to the last file', async ({
    page,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    const dashboard = page.locator('.uppy-Dashboard-inner');
    await expect(dashboard).toBeVisible();
    expect((await dashboard.boundingBox())?.height).toBe(350);
    await expect(dashboard.getByText(/kies foto's|Mijn apparaat/i).first()).toBeVisible();
    await expect(page.getByText(/uppy|powered|mogelijk gemaakt/i)).toHaveCount(0);
    // Phones have no dragging.
    await expect(page.getByText(/sleep/i)).toHaveCount(0);
    const words = await page.locator('main').innerText();
    expect(words).not.toMatch(/\b(je|jij|jouw)\b/i);
    const next = page.getByRole('button', { name: 'Volgende' });
    await expect(next).toBeInViewport({ ratio: 1 });
    await dashboard.scrollIntoViewIfNeeded();
    await expect(next).toBeInViewport({ ratio: 1 });
  });
});

test.describe('C8 "Volgende"', () => {
  test('asks once with fewer than three, and never blocks', async ({ page, openLink }) => {
    await openPhotos(page, openLink);
    const next = page.getByRole('button', { name: 'Volgende' });
    await next.click();
    await expect(page.getByText("U heeft nog geen foto's toegevoegd. Wilt u zonder foto's verder?")).toBeVisible();
    await expect(next).toHaveCount(0);
    await page.getByRole('button', { name: "Foto's toevoegen" }).click();
    await expect(page.getByLabel('Foto toevoegen: De hele meterkast')).toBeFocused();
    await next.click();
    await expect(page).not.toHaveURL(/box_pictures/);
  });

  test('asks nothing while nobody knows which photos there are', async ({ page, openLink }) => {
    await refuse(page, '**/api/contacts/photos', 503, 'crm_unavailable');
    await openPhotos(page, openLink);
    await expect(page.getByText(/Wij kunnen nu niet zien/)).toBeVisible();
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(page).not.toHaveURL(/box_pictures/);
  });

  test('moves on while photos are still being sent, and they arrive', async ({ page, portal, openLink }) => {
    await openPhotos(page, openLink);
    await page.route('**/api/contacts/upload', async (route) => {
      await new Promise((resolve) => page.once('framenavigated', resolve));
      await route.continue();
    });
    await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(page.getByText("Er ontbreken nog 2 van de 3 foto's. Wilt u zonder verder?")).toBeVisible();
    await page.getByRole('button', { name: 'Toch verder' }).click();
    await expect(page).not.toHaveURL(/box_pictures/);
    await expect
      .poll(() => portal.as('joke').get('/api/contacts/photos'))
      .toMatchObject({
        body: { photos: [{ slot: '1-meterkast' }] },
      });
  });
});

test.describe('§8 what is refused', () => {
  test('fault 37: a wrong file is named in Dutch with the specification’s message; the right ones are stored', async ({
    page,
    portal,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    await input(page).setInputFiles([
      await phonePhoto(page, 'red', 300, 200),
      { name: 'tekening.svg', mimeType: 'image/svg+xml', buffer: svg },
      { name: 'verkleed.jpg', mimeType: 'image/jpeg', buffer: html },
      { name: 'leeg.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    ]);
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    const alert = page.getByRole('alert');
    for (const [name, reason] of [
      ['tekening.svg', 'Wij kunnen dit bestand niet lezen als foto of pdf'],
      ['verkleed.jpg', 'Wij kunnen dit bestand niet lezen als foto of pdf'],
      ['leeg.jpg', 'Dit bestand is leeg'],
    ]) {
      await expect(alert.locator('p', { hasText: `Failed to upload ${name}` })).toContainText(reason ?? '');
    }
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(1);
    expect(await kept(page)).toBe(0);
    await page.getByRole('button', { name: 'Melding sluiten' }).click();
    await expect(alert).toHaveCount(0);
  });

  test('B6 in a preview nothing can be added', async ({ page, portal }) => {
    await page.goto(`/pages/box_pictures?survey_hash=${portal.as('joke').hash}&preview=1`);
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(page).not.toHaveURL(/box_pictures/);
  });
});
