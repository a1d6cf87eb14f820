import { expect, test } from './portal-page.ts';

test('§2.1 /stijl shows every building block, and exists only with the sandbox', async ({ page, expectSound }) => {
  await page.goto('/stijl');
  await expect(page.getByRole('heading', { level: 1, name: 'Stijl' })).toBeVisible();
  for (const section of ['Kleuren', 'Letters', 'Knoppen', 'Velden', 'Keuzes', 'Meldingen', 'Bedragen en status']) {
    await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Laat het opslaan mislukken' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Uw antwoord is nog niet opgeslagen.' })).toBeFocused();
  await expectSound();

  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), sandbox: false } });
  });
  await page.goto('/stijl');
  await expect(page).toHaveURL('/');
});
