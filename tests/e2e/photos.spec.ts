import { photoDesk } from '../bff/photos/photo-desk.ts';
import { hold, letGo, refuse } from '../gallery/scene.ts';
import { DESKTOP, PHONE } from './devices.ts';
import { moved } from './layout-faults.ts';
import { largePhoto, phonePhoto, phonePhotos } from './phone-photo.ts';
import { input, kept, listed, openPhotos, others, received, SAFE, status } from './photo-step.ts';
import { expect, inTime, test } from './portal-page.ts';

/** Width and height from the first frame of a JPEG. */
function sizeOf(jpeg: Buffer) {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc2].includes(jpeg[at + 1] ?? 0)) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  return [];
}

test('§2.3, §7.3, §9 joke sends three named photos and two other files', async ({ page, portal, openLink }) => {
  const desk = photoDesk(() => portal);
  await openPhotos(page, openLink);
  const dashboard = page.locator('.uppy-Dashboard-inner');

  await test.step('§9 the widget is inline, in Dutch, 350 high, without "powered by", and moves nothing visible', async () => {
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    await expect(dashboard).toBeVisible();
    expect((await dashboard.boundingBox())?.height).toBe(350);
    await expect(dashboard.getByText(/kies foto's|Mijn apparaat/i).first()).toBeVisible();
    await expect(page.getByText(/uppy|powered|mogelijk gemaakt/i)).toHaveCount(0);
    // Phones have no dragging.
    await expect(page.getByText(/sleep/i)).toHaveCount(0);
    expect(await page.locator('main').innerText()).not.toMatch(/\b(je|jij|jouw)\b/i);
  });

  await test.step('C8 "Volgende" is in view from the first card to the last file', async () => {
    const next = page.getByRole('button', { name: 'Volgende' });
    await expect(next).toBeInViewport({ ratio: 1 });
    await dashboard.scrollIntoViewIfNeeded();
    await expect(next).toBeInViewport({ ratio: 1 });
  });

  await test.step('§2.3 three named photos are small, upright, without location, under their slots in the CRM', async () => {
    for (const [index, colour] of ['red', 'green', 'blue'].entries()) {
      await input(page, index).setInputFiles(await largePhoto(page, colour));
    }
    await expect(status(page, received(3))).toBeVisible();
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
  });

  const files = page.locator('.uppy-Dashboard-Item:visible');

  await test.step('§9 the widget shows no named photo', async () => {
    await expect(files).toHaveCount(0);
    await expect(page.getByRole('button', { name: "Kies foto's of bestanden" })).toBeVisible();
  });

  await test.step('§7.3 other files chosen together are sent in one form, with the headers of the specification', async () => {
    const sending = page.waitForRequest('**/api/contacts/upload');
    await others(page).setInputFiles(await phonePhotos(page, 'tan', 'olive'));
    const request = await sending;
    expect(request.method()).toBe('POST');
    expect(request.headers()).toMatchObject({ 'x-survey-hash': portal.as('joke').hash, 'x-image-category': 'c1' });
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    await expect(status(page, received(3, 2))).toBeVisible();
    expect(await desk.names('joke')).toHaveLength(5);
  });

  await test.step('§9 the widget shows the other files only, once each', async () => {
    for (const { viewport } of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      // The one that is ready first comes first.
      await expect(files).toHaveCount(2);
      for (const name of ['tan.jpg', 'olive.jpg']) await expect(files.getByText(name, { exact: true })).toHaveCount(1);
      await expect(page.locator('.uppy-DashboardContent-title')).toBeHidden();
      expect((await dashboard.boundingBox())?.height).toBe(350);
    }
  });

  await test.step('all photos are shown on return, and nothing visible moves', async () => {
    await page.reload();
    await expect(status(page, received(3, 2))).toBeVisible();
    await expect(page.getByText('Ontvangen', { exact: true })).toHaveCount(3);
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
  });
});

test('C8 "Volgende" can always be pressed on the step of the photos', async ({ page, portal, openLink }) => {
  const next = page.getByRole('button', { name: 'Volgende' });
  const brought = Promise.withResolvers<void>();

  await test.step('C8 "Volgende" asks nothing while nobody knows which photos there are', async () => {
    await refuse(page, '**/api/contacts/photos', 503, 'crm_unavailable');
    await openPhotos(page, openLink);
    await expect(page.getByText(/Wij kunnen nu niet zien/)).toBeVisible();
    await next.click();
    await expect(page).not.toHaveURL(/box_pictures/);
    await page.unrouteAll();
  });

  await test.step('the cards appear before the widget, and a photo that is chosen before then waits on the phone', async () => {
    await page.route(/\/assets\/(photo-sender|OtherPhotos)/, async (route) => {
      await brought.promise;
      await route.continue();
    });
    const list = listed(page);
    await openLink('joke', '/pages/box_pictures');
    await list;
    await expect(input(page)).toBeEnabled();
    await input(page).setInputFiles(await phonePhoto(page, 'red'));
    await expect(page.getByRole('img', { name: 'Uw foto: De hele meterkast' })).toBeVisible();
    await expect(status(page, SAFE(0, 1))).toBeVisible();
  });

  await test.step('C8 "Volgende" asks once with fewer than three photos', async () => {
    await next.click();
    await expect(page.getByText("Er ontbreken nog 2 van de 3 foto's. Wilt u zonder verder?")).toBeVisible();
    await expect(next).toHaveCount(0);
    await page.getByRole('button', { name: "Foto's toevoegen" }).click();
    await expect(input(page)).toBeFocused();
  });

  await test.step('C8 "Volgende" asks no second time, and the photo is sent from the next step', async () => {
    await page.route('**/api/contacts/upload', async (route) => {
      await new Promise((resolve) => page.once('framenavigated', resolve));
      await route.continue();
    });
    const sending = page.waitForRequest('**/api/contacts/upload');
    brought.resolve();
    await sending;
    await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
    await next.click();
    await expect(page).not.toHaveURL(/box_pictures/);
    await expect
      .poll(() => portal.as('joke').get('/api/contacts/photos'))
      .toMatchObject({
        body: { photos: [{ slot: '1-meterkast' }] },
      });
  });
});

test('C8 "Volgende" asks only about photos that are missing', async ({ page, openLink }) => {
  const next = page.getByRole('button', { name: 'Volgende' });
  const LIST = '**/api/contacts/photos';
  await openPhotos(page, openLink);
  for (const [index, colour] of ['red', 'green'].entries()) {
    await input(page, index).setInputFiles(await phonePhoto(page, colour));
  }
  await expect(status(page, received(2))).toBeVisible();

  await test.step('the third photo counts before the list of photos is read again', async () => {
    await page.reload();
    await expect(status(page, received(2))).toBeVisible();
    await hold(page, LIST);
    await input(page, 2).setInputFiles(await phonePhoto(page, 'blue'));
    await expect(status(page, received(3))).toBeVisible();
    await next.click();
    await expect(page).not.toHaveURL(/box_pictures/);
    await letGo(page);
  });

  await test.step('while the list of photos loads, nothing is asked', async () => {
    await hold(page, LIST);
    await page.goBack();
    await page.reload();
    await next.click();
    await expect(page).not.toHaveURL(/box_pictures/);
  });
});

test('the uploader loads before its step, so a new version cannot take it away', async ({ page, openLink }) => {
  const next = page.getByRole('button', { name: 'Volgende' });
  const widget = page.waitForResponse(/\/assets\/OtherPhotos.*\.js/);
  await openLink('joke');
  await (await widget).finished();
  await page.route(/\/assets\/.*\.(js|css)/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Nee' }).click();
  await page.getByLabel('Formaat van de batterij').selectOption('22,8kW');
  await next.click();
  await page.getByRole('textbox', { name: /meter/ }).fill('6');
  await next.click();
  await input(page).setInputFiles(await phonePhoto(page, 'red'));
  await expect(status(page, received(1))).toBeVisible();
  await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
});

test('the photo step stays without its widget for other files', async ({ page, openLink }) => {
  await page.clock.install();
  await page.route(/\/assets\/OtherPhotos/, (route) => route.abort());
  await openLink('joke', '/pages/box_pictures');
  await inTime(page.locator('.photo-dashboard'), 0);
  await input(page).setInputFiles(await phonePhoto(page, 'red'));
  await expect(status(page, received(1))).toBeVisible();
});
