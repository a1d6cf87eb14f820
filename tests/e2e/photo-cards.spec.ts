import type { Route } from 'playwright/test';
import { photoDesk } from '../bff/photos/photo-desk.ts';
import { html, svg } from '../bff/photos/picture-files.ts';
import { phonePhotos } from './phone-photo.ts';
import { input, kept, openPhotos, others, received, SAFE, status } from './photo-step.ts';
import { expect, test } from './portal-page.ts';

// Each of the three cards holds one photo: the last one that can be sent.

const UPLOAD = '**/api/contacts/upload';

test('a photo is retaken while the first one is being sent', async ({ page, portal, context, openLink }) => {
  const names = () => photoDesk(() => portal).names('joke');
  await openPhotos(page, openLink);
  const [red, green, navy, teal, olive] = await phonePhotos(page, 'red', 'green', 'navy', 'teal', 'olive');
  /** Picks a photo whose upload waits until it is let through. */
  const pickHeld = async (photo: typeof red) => {
    const { promise, resolve: letThrough } = Promise.withResolvers<void>();
    const arrives = async (route: Route) => {
      await promise;
      await route.continue();
    };
    await page.route(UPLOAD, arrives, { times: 1 });
    const sending = page.waitForRequest(UPLOAD);
    await input(page).setInputFiles(photo);
    await sending;
    return letThrough;
  };

  await test.step('the first photo arrives after the second, and is removed', async () => {
    const letThrough = await pickHeld(red);
    await input(page).setInputFiles(green);
    await expect(status(page, received(1))).toBeVisible();
    const [second] = await names();
    letThrough();
    await page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    expect(await names()).toEqual([second]);
    await expect(status(page, received(1))).toBeVisible();
  });

  await test.step('the first photo fails: the new photo replaces it, and photos in the same request arrive', async () => {
    // Photos of an earlier visit go out in one request.
    await context.setOffline(true);
    await input(page, 1).setInputFiles(navy);
    await input(page, 2).setInputFiles(teal);
    await expect(status(page, SAFE(1, 3))).toBeVisible();
    await page.goto('about:blank');
    await context.setOffline(false);
    const failing = Promise.withResolvers<void>();
    const fails = async (route: Route) => {
      await failing.promise;
      await route.abort('connectionreset');
    };
    await page.route(UPLOAD, fails, { times: 1 });
    const first = page.waitForRequest(UPLOAD);
    await page.goto('/pages/box_pictures');
    await first;
    await input(page, 1).setInputFiles(olive);
    await expect(status(page, SAFE(1, 2))).toBeVisible();
    failing.resolve();
    await expect(status(page, received(3))).toBeVisible();
    const slots = (await names()).map((name) => name.replace(/_.*/, ''));
    expect(slots.sort()).toEqual(['1-meterkast', '2-groepenkast', '3-plek']);
    await expect.poll(() => kept(page)).toBe(0);
  });

  await test.step('the first photo is also the photo of another card: it stays', async () => {
    const before = await names();
    const letThrough = await pickHeld(teal);
    await input(page).setInputFiles(red);
    await expect.poll(names).toHaveLength(before.length + 1);
    const removed: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && removed.push(request.url()));
    const answered = page.waitForResponse(UPLOAD);
    letThrough();
    await (await answered).finished();
    await expect(status(page, received(3))).toBeVisible();
    expect(removed).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(before));
  });
});

test('§8, fault 37: joke chooses wrong files beside right ones', async ({ page, portal, openLink }) => {
  const names = () => photoDesk(() => portal).names('joke');
  const alert = page.getByRole('alert');
  const empty = { name: 'leeg.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) };
  await openPhotos(page, openLink);
  const [red, green] = await phonePhotos(page, 'red', 'green');

  await test.step('§8, fault 37: a wrong file is named in Dutch with the specification’s message', async () => {
    await input(page).setInputFiles([
      red,
      { name: 'tekening.svg', mimeType: 'image/svg+xml', buffer: svg },
      { name: 'verkleed.jpg', mimeType: 'image/jpeg', buffer: html },
      empty,
    ]);
    await expect(status(page, received(1))).toBeVisible();
    for (const [name, reason] of [
      ['tekening.svg', 'Wij kunnen dit bestand niet lezen als foto of pdf'],
      ['verkleed.jpg', 'Wij kunnen dit bestand niet lezen als foto of pdf'],
      ['leeg.jpg', 'Dit bestand is leeg'],
    ]) {
      await expect(alert.locator('p', { hasText: `Failed to upload ${name}` })).toContainText(reason ?? '');
    }
  });

  await test.step('the right file is stored', async () => {
    expect(await names()).toHaveLength(1);
    expect(await kept(page)).toBe(0);
  });

  await test.step('the message can be closed', async () => {
    await page.getByRole('button', { name: 'Melding sluiten' }).click();
    await expect(alert).toHaveCount(0);
  });

  await test.step('a message disappears with the next photo', async () => {
    await input(page, 1).setInputFiles(empty);
    await expect(alert).toContainText(/^leeg.jpg: Dit bestand is leeg/);
    // Both files get the same time. Their bytes are equal, so they are stored once.
    await page.clock.setFixedTime(Date.now());
    const file = { name: 'image.heic', mimeType: 'image/heic', buffer: green.buffer };
    await input(page, 1).setInputFiles([file, file]);
    await expect(status(page, received(2))).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  await test.step('two files of one name and size are both stored, and the same bytes only once', async () => {
    expect(await names()).toHaveLength(2);
  });

  await test.step('the widget never covers the header', async () => {
    await page.locator('.uppy-Dashboard-inner').evaluate((element) => {
      window.scrollBy(0, element.getBoundingClientRect().top - 20);
    });
    const onTop = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 30)?.closest('.header') !== null);
    expect(onTop).toBe(true);
  });
});

test('the same photo for two cards counts once, as it is stored', async ({ page, portal, openLink }) => {
  const names = () => photoDesk(() => portal).names('joke');
  const second = page.getByRole('listitem').filter({ hasText: 'De groepenkast van dichtbij' });
  await openPhotos(page, openLink);
  const [red, green] = await phonePhotos(page, 'red', 'green');
  await input(page).setInputFiles(red);
  await expect(status(page, received(1))).toBeVisible();

  await test.step('the second card says which card has the photo, and is not done', async () => {
    await input(page, 1).setInputFiles(red);
    await expect(second).toContainText('Deze foto hebben wij al, bij "De hele meterkast". Kies hier een andere foto.');
    await expect(status(page, received(1))).toBeVisible();
    await expect(status(page, 'Ontvangen')).toHaveCount(1);
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(page.getByText("Er ontbreken nog 2 van de 3 foto's. Wilt u zonder verder?")).toBeVisible();
    await page.getByRole('button', { name: "Foto's toevoegen" }).click();
    await expect(input(page, 1)).toBeFocused();
  });

  await test.step('among the other files it counts once too, and a card says so if one of them has its photo', async () => {
    await others(page).setInputFiles([red, green]);
    await expect(page.locator('.uppy-Dashboard-Item.is-complete:visible')).toHaveCount(2);
    await expect(status(page, received(1, 1))).toBeVisible();
    expect((await names()).map((name) => name.replace(/_.*/, ''))).toEqual(['1-meterkast', 'foto']);
    await input(page, 1).setInputFiles(green);
    await expect(second).toContainText('Deze foto hebben wij al, bij de andere bestanden. Kies hier een andere foto.');
    await expect(status(page, received(1, 1))).toBeVisible();
  });

  await test.step('a reload counts the same', async () => {
    await page.reload();
    await expect(status(page, received(1, 1))).toBeVisible();
    await expect(status(page, 'Ontvangen')).toHaveCount(1);
  });
});
