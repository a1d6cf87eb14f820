import { photoDesk } from '../bff/photos/photo-desk.ts';
import { hold, letGo, refuse } from '../gallery/scene.ts';
import { phonePhotos } from './phone-photo.ts';
import { input, openPhotos, received, SAFE, status } from './photo-step.ts';
import { expect, inTime, test } from './portal-page.ts';

// What the step says is true.

const UPLOAD = '**/api/contacts/upload';
const LIST = '**/api/contacts/photos';

test('a failure is told only while a photo waits because of it', async ({ page, openLink }) => {
  await openPhotos(page, openLink);
  const [red, green, blue] = await phonePhotos(page, 'red', 'green', 'blue');
  const alert = page.getByRole('alert');
  await page.route(UPLOAD, (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
  await input(page).setInputFiles(red);
  await expect(alert).toContainText("Wij konden uw foto's niet ontvangen.");
  await hold(page, UPLOAD);

  await test.step('a new photo that replaces the failed one has not failed', async () => {
    await input(page).setInputFiles(green);
    await expect(status(page, 'Wordt verzonden…')).toBeVisible();
    await expect(alert).toHaveCount(0);
    await letGo(page);
    await expect(status(page, received(1))).toBeVisible();
  });

  await test.step('nor has one that is chosen after the failed one was removed', async () => {
    await refuse(page, UPLOAD, 403, 'forbidden');
    await input(page, 1).setInputFiles(red);
    await expect(alert).toContainText("Wij konden uw foto's niet ontvangen.");
    await page.getByRole('button', { name: 'Verwijderen: De groepenkast van dichtbij' }).click();
    await hold(page, UPLOAD);
    await input(page, 2).setInputFiles(blue);
    await expect(status(page, 'Wordt verzonden…')).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

test('a photo that arrived is not shown as missing', async ({ page, context, portal, openLink }) => {
  await page.clock.install();
  await openPhotos(page, openLink);
  const [red, green, blue] = await phonePhotos(page, 'red', 'green', 'blue');
  const remove = page.getByRole('button', { name: /^Verwijderen/ });
  const second = await context.newPage();

  await test.step('its answer was lost, and then the photo was removed', async () => {
    await page.route(UPLOAD, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await input(page).setInputFiles(red);
    await inTime(page.getByRole('alert'));
    await remove.click();
    await expect(status(page, received(1))).toBeVisible();
    await expect(status(page, 'Ontvangen')).toBeVisible();
    await page.unroute(UPLOAD);
  });

  await test.step('another tab sent it', async () => {
    await page.route(/\/assets\/photo-sender/, (route) => route.abort());
    await page.reload();
    await expect(status(page, received(1))).toBeVisible();
    await input(page, 1).setInputFiles(green);
    await expect(status(page, SAFE(0, 1))).toBeVisible();
    await second.goto(`/pages/box_pictures?survey_hash=${portal.as('joke').hash}`);
    await expect(status(second, received(2))).toBeVisible();
    await expect(status(page, received(2))).toBeVisible();
    await expect(status(page, 'Ontvangen')).toHaveCount(2);
    expect(await photoDesk(() => portal).names('joke')).toHaveLength(2);
  });

  await test.step('it was chosen in another tab', async () => {
    await input(second, 2).setInputFiles(blue);
    await expect(status(second, received(3))).toBeVisible();
    await expect(status(page, received(3))).toBeVisible();
  });
});

test('the step does not count photos that it does not know of', async ({ page, openLink }) => {
  const unknown = page.getByText('Wij kunnen nu niet zien');
  await openPhotos(page, openLink);
  const [red, green, blue] = await phonePhotos(page, 'red', 'green', 'blue');
  await input(page).setInputFiles(red);
  await expect(status(page, received(1))).toBeVisible();

  await test.step('the list of photos is out of reach: only what was sent now is told', async () => {
    await refuse(page, LIST, 503, 'crm_unavailable');
    await page.reload();
    await expect(unknown).toBeVisible();
    await input(page, 1).setInputFiles(green);
    await expect(status(page, '1 foto ontvangen')).toBeVisible();
  });

  await test.step('a list that is known, with what was sent since, is the truth while it cannot be read again', async () => {
    await page.unroute(LIST);
    await page.reload();
    await expect(status(page, received(2))).toBeVisible();
    await refuse(page, LIST, 503, 'crm_unavailable');
    const again = page.waitForResponse(LIST);
    await input(page, 2).setInputFiles(blue);
    await (await again).finished();
    await expect(status(page, received(3))).toBeVisible();
    await expect(unknown).toHaveCount(0);
  });
});
