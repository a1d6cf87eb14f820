import type { Locator, Route } from 'playwright/test';
import { photoDesk } from '../bff/photos/photo-desk.ts';
import { phonePhoto } from './phone-photo.ts';
import { input, kept, openPhotos, SAFE, status } from './photo-step.ts';
import { expect, test } from './portal-page.ts';

test.describe('photos are never lost', () => {
  test('fault 36: no connection: kept on the phone, sent by itself when the connection is back', async ({
    page,
    portal,
    context,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const picture = await phonePhoto(page, 'red');
    await context.setOffline(true);
    await input(page).setInputFiles(picture);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await expect(page.getByText('Er is geen verbinding.')).toBeVisible();
    await input(page, 2).setInputFiles(await phonePhoto(page, 'green'));
    await expect(status(page, SAFE(0, 2))).toBeVisible();
    expect(await kept(page)).toBe(2);
    await context.setOffline(false);
    await expect(status(page, '2 van 3 ontvangen')).toBeVisible();
    await expect.poll(() => kept(page)).toBe(0);
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(2);
  });

  test('fault 36: reloaded before they were sent: still there, and sent from another page too', async ({
    page,
    portal,
    context,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const pictures = await Promise.all(['red', 'green'].map((colour) => phonePhoto(page, colour)));
    await context.setOffline(true);
    await input(page).setInputFiles(pictures);
    await expect(status(page, SAFE(0, 2))).toBeVisible();
    await page.goto('about:blank');
    await context.setOffline(false);
    await page.goto('/deals');
    const received = async () => (await portal.as('joke').get('/api/contacts/photos')).body.photos;
    await expect.poll(received).toHaveLength(2);
    await expect.poll(() => kept(page)).toBe(0);
  });

  test('§8 the CRM is down: reported, kept over a reload, and stored at the next try', async ({
    page,
    portal,
    openLink,
  }) => {
    await openPhotos(page, openLink);
    const picture = await phonePhoto(page, 'red', 300, 200);
    await page.route('**/api/contacts/upload', (route) => route.fulfill({ status: 503, json: { error: 'busy' } }));
    await input(page).setInputFiles(picture);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await expect(alert).toContainText('Het versturen is niet gelukt', { timeout: 30_000 });
    await page.reload();
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nu opnieuw proberen' })).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/contacts/upload');
    await page.getByRole('button', { name: 'Nu opnieuw proberen' }).click();
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    await expect(alert).toHaveCount(0);
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(1);
  });

  const TROUBLES: [string, RegExp, (route: Route) => Promise<void> | undefined][] = [
    [
      'cannot store it',
      /niet gelukt\. .*vanzelf opnieuw/,
      (route) => route.fulfill({ status: 503, json: { error: 'busy' } }),
    ],
    [
      'answers with a page',
      /Er ging iets mis .*vanzelf opnieuw/,
      (route) => route.fulfill({ status: 502, body: '<html>' }),
    ],
    ['is out of reach', /geen verbinding .*vanzelf opnieuw verzonden/, (route) => route.abort()],
    ['does not answer', /geen beweging .*vanzelf opnieuw/, () => undefined],
  ];
  for (const [trouble, says, answer] of TROUBLES) {
    test(`J8 the page says that it tries again by itself, and does: the server ${trouble}`, async ({
      page,
      openLink,
    }) => {
      await page.clock.install();
      await openPhotos(page, openLink);
      await page.route('**/api/contacts/upload', answer);
      await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
      await expect(status(page, SAFE(0, 1))).toBeVisible();
      const alert = page.getByRole('alert').filter({ hasText: says });
      const inTime = (seen: Locator) =>
        expect
          .poll(async () => {
            await page.clock.runFor(10_000);
            return seen.count();
          })
          .toBe(1);
      await inTime(alert);
      await page.unroute('**/api/contacts/upload');
      await inTime(status(page, '1 van 3 ontvangen'));
      await expect(alert).toHaveCount(0);
    });
  }

  test('J8 the server refuses a photo: it stays on the device, and is sent at a press', async ({ page, openLink }) => {
    await page.clock.install();
    await openPhotos(page, openLink);
    await page.route('**/api/contacts/upload', (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
    await input(page).setInputFiles(await phonePhoto(page, 'red', 300, 200));
    const alert = page.getByRole('alert').filter({ hasText: /konden uw foto.s niet ontvangen.*apparaat bewaard/ });
    await expect(alert).toBeVisible();
    await page.unroute('**/api/contacts/upload');
    await page.clock.runFor(300_000);
    await expect(alert).toBeVisible();
    expect(await kept(page)).toBe(1);
    await page.getByRole('button', { name: 'Nu opnieuw proberen' }).click();
    await expect(status(page, '1 van 3 ontvangen')).toBeVisible();
    await expect.poll(() => kept(page)).toBe(0);
  });

  test('"Bent u dit niet?" removes waiting photos from the device', async ({ page, context, openLink }) => {
    await openPhotos(page, openLink);
    const picture = await phonePhoto(page, 'red', 300, 200);
    await context.setOffline(true);
    await input(page).setInputFiles(picture);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await page.getByRole('button', { name: /^Bent u/ }).click();
    await page.getByRole('button', { name: 'Ja, wis dit apparaat' }).click();
    await expect(page.getByRole('heading', { name: 'Welkom' })).toBeVisible();
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    await context.setOffline(false);
  });
});
