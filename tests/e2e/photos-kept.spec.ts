import type { Route } from 'playwright/test';
import { photoDesk } from '../bff/photos/photo-desk.ts';
import { largePhoto, phonePhoto, phonePhotos } from './phone-photo.ts';
import { input, kept, openPhotos, others, received, SAFE, status } from './photo-step.ts';
import { expect, inTime, test } from './portal-page.ts';

// Photos are never lost.

const UPLOAD = '**/api/contacts/upload';

test('fault 36: joke takes photos without a connection', async ({ page, portal, context, openLink }) => {
  await openPhotos(page, openLink);
  const [red, green, olive] = await phonePhotos(page, 'red', 'green', 'olive');
  const large = await largePhoto(page, 'blue');
  const taken = page.getByRole('img', { name: 'Uw foto: De hele meterkast' });
  const announced = (words: string) => page.getByRole('status').filter({ hasText: words });

  await test.step('fault 36: no connection: a photo is kept on the phone, and H1 announced', async () => {
    await context.setOffline(true);
    await input(page).setInputFiles(red);
    await expect(taken).toBeVisible();
    await expect(announced(SAFE(0, 1))).toBeVisible();
    await expect(page.getByText('Er is geen verbinding.')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: "Verzonden deel van uw foto's" })).toBeVisible();
  });

  await test.step('an unsent photo can be removed or retaken', async () => {
    await page.getByRole('button', { name: 'Verwijderen: De hele meterkast' }).click();
    await expect(taken).toHaveCount(0);
    await expect.poll(() => kept(page)).toBe(0);
    for (const photo of [red, green]) {
      await input(page).setInputFiles(photo);
      await expect(status(page, SAFE(0, 1))).toBeVisible();
    }
  });

  await test.step('a photo is replaced only by one that can be sent: a refused file removes nothing', async () => {
    await input(page).setInputFiles({ name: 'leeg.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
    await expect(page.getByRole('alert')).toContainText(/^leeg.jpg: Dit bestand is leeg/);
    await expect(taken).toBeVisible();
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    expect(await kept(page)).toBe(1);
  });

  await test.step('a large photo is kept too, one line shows the state, and Uppy shows nothing else', async () => {
    await input(page, 2).setInputFiles(large);
    await expect(status(page, SAFE(0, 2))).toBeVisible();
    expect(await kept(page)).toBe(2);
    await expect(page.locator('main [role=status]:visible')).toHaveCount(1);
    await expect(page.locator('.uppy-StatusBar')).toHaveCount(0);
  });

  await test.step('the photos are sent by themselves when the connection is back, and H1 this is announced', async () => {
    await context.setOffline(false);
    await expect(announced(received(2))).toBeVisible();
    await expect(page.getByText('Ontvangen', { exact: true })).toHaveCount(2);
    await expect.poll(() => kept(page)).toBe(0);
    await expect(page.locator('main [role=status]:visible')).toHaveCount(1);
  });

  await test.step('a stored photo stays', async () => {
    await expect(page.getByRole('button', { name: /^Verwijderen: De hele/ })).toHaveCount(0);
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(2);
  });

  await test.step('"Bent u dit niet?" removes waiting photos from the device', async () => {
    await context.setOffline(true);
    await input(page, 1).setInputFiles(olive);
    await expect(status(page, SAFE(2, 3))).toBeVisible();
    await page.getByRole('button', { name: /^Bent u/ }).click();
    await page.getByRole('button', { name: 'Ja, wis dit apparaat' }).click();
    await expect(page.getByRole('heading', { name: 'Welkom' })).toBeVisible();
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    await context.setOffline(false);
  });
});

test('fault 36: unsent photos survive a reload; any page sends them', async ({ page, portal, context, openLink }) => {
  await openPhotos(page, openLink);
  await context.setOffline(true);
  await input(page).setInputFiles(await phonePhotos(page, 'red', 'green'));
  await expect(status(page, SAFE(0, 2))).toBeVisible();
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/deals');
  const arrived = async () => (await portal.as('joke').get('/api/contacts/photos')).body.photos;
  await expect.poll(arrived).toHaveLength(2);
  await expect.poll(() => kept(page)).toBe(0);
});

const DOWN = '§8 the CRM is down: reported, kept over a reload, and stored at the next try';
/** What is in the way of a photo, and what the page says. */
const TROUBLES: [string, RegExp, (route: Route) => Promise<void> | undefined][] = [
  [
    DOWN,
    /niet gelukt\. .*vanzelf opnieuw.*Upload failed/,
    (route) => route.fulfill({ status: 503, json: { error: 'busy' } }),
  ],
  [
    'the server answers with a page',
    /Er ging iets mis .*vanzelf opnieuw/,
    (route) => route.fulfill({ status: 502, body: '<html>' }),
  ],
  ['the server is out of reach', /geen verbinding .*vanzelf opnieuw verzonden/, (route) => route.abort()],
  ['the server does not answer', /geen beweging .*vanzelf opnieuw/, () => undefined],
];

test('J8 photos outlive a server that does not take them', async ({ page, openLink }) => {
  await page.clock.install();
  await openPhotos(page, openLink);
  const [refused, ...photos] = await phonePhotos(page, 'red', 'green', 'blue', 'olive', 'tan');
  const alertOf = (says: RegExp) => page.getByRole('alert').filter({ hasText: says });
  const again = page.getByRole('button', { name: 'Nu opnieuw proberen' });

  await test.step('J8 the page says that it tries again by itself, and does', async () => {
    for (const [before, [trouble, says, answer]] of TROUBLES.entries()) {
      await test.step(trouble, async () => {
        await page.route(UPLOAD, answer);
        const place = before < 3 ? input(page, before) : others(page);
        await place.setInputFiles(photos[before] ?? []);
        await expect(status(page, SAFE(before, before + 1))).toBeVisible();
        await inTime(alertOf(says));
        if (trouble === DOWN) {
          await page.reload();
          await expect(status(page, SAFE(0, 1))).toBeVisible();
          await inTime(again);
        }
        await page.unroute(UPLOAD);
        await inTime(status(page, received(Math.min(before + 1, 3), before < 3 ? 0 : 1)));
        await expect(alertOf(says)).toHaveCount(0);
      });
    }
  });

  await test.step('J8 the server refuses a photo: it stays on the device, and is sent at a press', async () => {
    await page.route(UPLOAD, (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
    await input(page).setInputFiles(refused);
    const alert = alertOf(/konden uw foto.s niet ontvangen.*apparaat bewaard/);
    await expect(alert).toBeVisible();
    await page.unroute(UPLOAD);
    await page.clock.runFor(300_000);
    await expect(alert).toBeVisible();
    expect(await kept(page)).toBe(1);
    await again.click();
    await expect(status(page, received(3, 1))).toBeVisible();
    await expect.poll(() => kept(page)).toBe(0);
  });
});

/** In the page: from now on the device cannot keep photos. */
function fillStorage() {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
}

test('J8 a device that cannot keep photos: the page asks to be kept open', async ({ page, openLink }) => {
  await page.clock.install();
  await page.addInitScript(fillStorage);
  await openPhotos(page, openLink);
  const alert = page.getByRole('alert');
  let answered = 503;
  await page.route(UPLOAD, (route) => route.fulfill({ status: answered, json: { error: 'busy' } }));
  await input(page).setInputFiles(await phonePhoto(page, 'red'));
  await expect(page.getByText('Dit apparaat kan de rest niet bewaren: houd deze pagina open')).toBeVisible();
  for (const [answer, says] of [
    [503, /^Het versturen is niet gelukt\. Houd deze pagina open; wij proberen het vanzelf opnieuw\./],
    [403, /^Wij konden uw foto's niet ontvangen\. Houd deze pagina open\. Probeer het nu opnieuw, of bel ons\./],
  ] as const) {
    answered = answer;
    await inTime(alert.filter({ hasText: says }));
    await expect(alert).not.toContainText('bewaard');
  }
  await page.unroute(UPLOAD);
  await page.getByRole('button', { name: 'Nu opnieuw proberen' }).click();
  await expect(page.getByText(received(1))).toBeVisible();
});

test('J8 the uploader does not load: the page tries again, and may offer a reload', async ({ page, openLink }) => {
  const UPLOADER = /\/assets\/photo-sender/;
  const alert = page.getByRole('alert');
  const reload = page.getByRole('button', { name: 'Pagina opnieuw laden' });
  const takeWithout = async (slot: number, answer: (route: Route) => Promise<void>) => {
    await page.route(UPLOADER, answer);
    await openLink('joke', '/pages/box_pictures');
    // Playwright chooses a file in a disabled field too, and a page that is not interactive yet ignores it.
    await expect(input(page, slot)).toBeEnabled();
    await input(page, slot).setInputFiles(await phonePhoto(page, ['red', 'green', 'blue'][slot] ?? ''));
    await inTime(alert.filter({ hasText: 'Deze pagina is niet helemaal geladen' }));
  };
  await page.clock.install();

  await test.step('J8 after a lost connection the photo is sent without a press', async () => {
    await takeWithout(0, (route) => route.abort());
    await page.unroute(UPLOADER);
    await inTime(status(page, received(1)));
    await expect(alert).toHaveCount(0);
  });

  await test.step('J8 a new version has no such file: a reload sends the photo that the device kept', async () => {
    await takeWithout(1, (route) => route.fulfill({ status: 404 }));
    await expect(alert).toContainText("uw foto's blijven bewaard");
    await page.unroute(UPLOADER);
    await reload.click();
    await expect(status(page, received(2))).toBeVisible();
  });

  await test.step('a photo that only this page has is not lost by a reload', async () => {
    await page.addInitScript(fillStorage);
    await takeWithout(2, (route) => route.abort());
    await expect(alert).toContainText('Houd deze pagina open');
    await expect(reload).toHaveCount(0);
    await page.unroute(UPLOADER);
    await page.getByRole('button', { name: 'Nu opnieuw proberen' }).click();
    await inTime(status(page, received(3)));
  });
});

test('a photo that was removed in another tab is not sent', async ({ page, portal, context, openLink }) => {
  await openPhotos(page, openLink);
  const [red, green, olive] = await phonePhotos(page, 'red', 'green', 'olive');
  /** Removes the photo in another tab, and lets the first tab send again. */
  const removeElsewhere = async (title: string, left: number) => {
    // Without a retry by itself.
    await context.route(UPLOAD, (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
    await context.setOffline(false);
    await expect(page.getByRole('alert')).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/pages/box_pictures?survey_hash=${portal.as('joke').hash}`);
    await second.getByRole('button', { name: `Verwijderen: ${title}` }).click();
    await expect.poll(() => kept(second)).toBe(left);
    await second.close();
    await context.unroute(UPLOAD);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
  const names = () => photoDesk(() => portal).names('joke');

  await test.step('one of two photos is removed', async () => {
    await context.setOffline(true);
    await input(page).setInputFiles(red);
    await input(page, 1).setInputFiles(green);
    await expect(status(page, SAFE(0, 2))).toBeVisible();
    await removeElsewhere('De hele meterkast', 1);
    await expect(status(page, received(1))).toBeVisible();
    expect(await names()).toEqual([expect.stringMatching(/^2-groepenkast_/)]);
  });

  await test.step('the only photo is removed', async () => {
    await context.setOffline(true);
    await input(page, 2).setInputFiles(olive);
    await expect(status(page, SAFE(1, 2))).toBeVisible();
    await removeElsewhere('De plek voor de batterij', 0);
    await expect(status(page, received(1))).toBeVisible();
    expect(await names()).toHaveLength(1);
  });
});

test('photos that wait while the browser empties its storage are sent', async ({ page, context, openLink }) => {
  await openPhotos(page, openLink);
  const [red, green, olive] = await phonePhotos(page, 'red', 'green', 'olive');
  await context.setOffline(true);
  await input(page).setInputFiles(red);
  await input(page, 1).setInputFiles(green);
  await expect(status(page, SAFE(0, 2))).toBeVisible();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('photos').onsuccess = resolve;
      }),
  );
  await input(page, 2).setInputFiles(olive);
  await expect(status(page, SAFE(0, 3))).toBeVisible();
  await context.setOffline(false);
  await expect(status(page, received(3))).toBeVisible();
});
