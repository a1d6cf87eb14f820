import { hold, letGo, refuse } from '../gallery/scene.ts';
import { phonePhotos } from './phone-photo.ts';
import { input, openPhotos, received, status } from './photo-step.ts';
import { expect, test } from './portal-page.ts';

// What the step says is true.

const UPLOAD = '**/api/contacts/upload';

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
