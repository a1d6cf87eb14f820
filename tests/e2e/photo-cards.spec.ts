import type { Route } from 'playwright/test';
import { photoDesk } from '../bff/photos/photo-desk.ts';
import { DESKTOP, PHONE } from './devices.ts';
import { phonePhoto } from './phone-photo.ts';
import { input, kept, openPhotos, SAFE, status } from './photo-step.ts';
import { expect, test } from './portal-page.ts';

test.describe('the three cards come first', () => {
  test('each shows its photo; an unsent one can be removed or retaken, a stored one stays', async ({
    page,
    portal,
    context,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const [red, green] = await Promise.all(['red', 'green'].map((colour) => phonePhoto(page, colour, 300, 200)));
    await context.setOffline(true);
    await input(page).setInputFiles(red ?? []);
    const taken = page.getByRole('img', { name: 'Uw foto: De hele meterkast' });
    await expect(taken).toBeVisible();
    await page.getByRole('button', { name: 'Verwijderen: De hele meterkast' }).click();
    await expect(taken).toHaveCount(0);
    await expect.poll(() => kept(page)).toBe(0);
    await input(page).setInputFiles(red ?? []);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await input(page).setInputFiles(green ?? []);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    // One line shows the state, and Uppy shows nothing else.
    await expect(page.locator('main [role=status]:visible')).toHaveCount(1);
    await expect(page.locator('.uppy-StatusBar')).toHaveCount(0);
    await context.setOffline(false);
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    await expect(page.locator('main [role=status]:visible')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Verwijderen: De hele/ })).toHaveCount(0);
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(1);
  });

  test('the widget shows only other files, once each, and offers to add one', async ({ page, openLink }) => {
    await openPhotos(page, openLink);
    const files = page.locator('.uppy-Dashboard-Item:visible');
    const choose = page.getByRole('button', { name: "Kies foto's of bestanden" });
    const [red, green, blue] = await Promise.all(
      ['red', 'green', 'blue'].map((colour) => phonePhoto(page, colour, 300, 200)),
    );
    await input(page).setInputFiles(red ?? []);
    await input(page, 1).setInputFiles(green ?? []);
    await expect(status(page, '2 van 3 ontvangen')).toBeVisible();
    await expect(files).toHaveCount(0);
    await expect(choose).toBeVisible();
    await page
      .locator('.uppy-Dashboard-input')
      .first()
      .setInputFiles(blue ?? []);
    await expect(status(page, '2 van 3 ontvangen, en 1 ander bestand')).toBeVisible();
    for (const { viewport } of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect(files).toHaveCount(1);
      await expect(files).toContainText('blue');
      await expect(page.locator('.uppy-DashboardContent-title')).toBeHidden();
      expect((await page.locator('.uppy-Dashboard-inner').boundingBox())?.height).toBe(350);
    }
  });

  test('a photo retaken while the first is being sent replaces it when that fails; photos sent along arrive', async ({
    page,
    portal,
    context,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const [red, blue, green] = await Promise.all(
      ['red', 'blue', 'green'].map((colour) => phonePhoto(page, colour, 300, 200)),
    );
    // Photos of an earlier visit go out in one request.
    await context.setOffline(true);
    await input(page).setInputFiles(red ?? []);
    await input(page, 2).setInputFiles(blue ?? []);
    await expect(status(page, SAFE(0, 2))).toBeVisible();
    await page.goto('about:blank');
    await context.setOffline(false);
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const fails = async (route: Route) => {
      await failing;
      await route.abort('connectionreset');
    };
    await page.route('**/api/contacts/upload', fails, { times: 1 });
    const first = page.waitForRequest('**/api/contacts/upload');
    await page.goto('/pages/box_pictures');
    await first;
    await input(page).setInputFiles(green ?? []);
    await expect(status(page, SAFE(1, 2))).toBeVisible();
    fail();
    await expect(status(page, '2 van 3 ontvangen')).toBeVisible();
    const names = await photoDesk(() => portal).names('joke');
    expect(names.map((name) => name.replace(/_.*/, '')).sort()).toEqual(['1-meterkast', '3-plek']);
    await expect.poll(() => kept(page)).toBe(0);
  });

  test('a photo retaken while the first is being sent leaves no first one behind, also when that arrives', async ({
    page,
    portal,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const [red, green] = await Promise.all(['red', 'green'].map((colour) => phonePhoto(page, colour, 300, 200)));
    let arrive = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const first = page.waitForRequest('**/api/contacts/upload');
    await page.route(
      '**/api/contacts/upload',
      async (route) => {
        await arriving;
        await route.continue();
      },
      { times: 1 },
    );
    await input(page).setInputFiles(red ?? []);
    await first;
    await input(page).setInputFiles(green ?? []);
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    const [second] = await photoDesk(() => portal).names('joke');
    arrive();
    await page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    expect(await photoDesk(() => portal).names('joke')).toEqual([second]);
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
  });

  test('a photo is replaced only by one that can be sent: a refused file removes nothing', async ({
    page,
    context,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    await context.setOffline(true);
    await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await input(page).setInputFiles({ name: 'leeg.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
    await expect(page.getByRole('alert')).toContainText(/^leeg.jpg: Dit bestand is leeg/);
    await expect(page.getByRole('img', { name: 'Uw foto: De hele meterkast' })).toBeVisible();
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    expect(await kept(page)).toBe(1);
    await context.setOffline(false);
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
  });

  test('two photos of one name and size, made within a millisecond, both arrive', async ({
    page,
    portal,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    await page.clock.setFixedTime(Date.now());
    const { buffer } = await phonePhoto(page, 'red', 300, 200);
    const file = { name: 'image.heic', mimeType: 'image/heic' };
    await input(page).setInputFiles([buffer, buffer].map((bytes) => ({ ...file, buffer: bytes })));
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The same bytes are stored once.
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(1);
  });

  test('the widget never covers the header, and the message about a file goes with the next one', async ({
    page,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    await input(page).setInputFiles({ name: 'leeg.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
    await expect(page.getByRole('alert')).toContainText(/^leeg.jpg: Dit bestand is leeg/);
    await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.locator('.uppy-Dashboard-inner').evaluate((element) => {
      window.scrollBy(0, element.getBoundingClientRect().top - 20);
    });
    const onTop = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 30)?.closest('.header') !== null);
    expect(onTop).toBe(true);
  });
});
