import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

// The desk on a slow line, and on a line that breaks.

test('I10 a next lead that arrives late takes nobody from the work they began meanwhile', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('hanna');
  await desk.choose('Sanne de Wit');
  const note = page.getByPlaceholder('Notitie');
  const late = page.getByText('De volgende lead kwam terwijl u al verder was.');
  const ofBram = new RegExp(portal.as('bram').contactId);
  /** Asks for the next lead, does this while the answer is on its way, and then lets the answer arrive. */
  const meanwhile = async (work: () => Promise<void>) => {
    await hold(page, '**/callcenter/next');
    const asked = page.waitForRequest('**/callcenter/next');
    await page.keyboard.press('Alt+n');
    await asked;
    await work();
    const answered = page.waitForResponse('**/callcenter/next');
    await letGo(page);
    await (await answered).finished();
  };

  await test.step('A caller who opened another lead and types there stays on it', async () => {
    await meanwhile(async () => {
      await page.getByRole('link', { name: /Bram van 't Hof/ }).click();
      await note.fill('belde net zelf');
    });
    await expect(late).toBeVisible();
    await expect(page).toHaveURL(ofBram);
    await expect(note).toHaveValue('belde net zelf');
    await note.fill('');
  });

  await test.step('A caller who types on the same lead stays on it', async () => {
    await meanwhile(() => note.fill('wil toch nog iets'));
    await expect(late).toBeVisible();
    await expect(page).toHaveURL(ofBram);
    await note.fill('');
  });

  await test.step('A caller who went to the stats stays there', async () => {
    await meanwhile(() => page.getByRole('link', { name: 'Stats' }).click());
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(/\/admin\/stats$/);
  });
});
