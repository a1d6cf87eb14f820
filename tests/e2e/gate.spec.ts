import { expect, impatient, test } from './portal-page.ts';

test('§2.2 no hash: the email form, and one neutral sentence', async ({ page }) => {
  await page.goto('/');
  const email = page.getByPlaceholder('email');
  await expect(email).toHaveAttribute('type', 'email');
  await email.fill('iemand@example.nl');
  await page.getByRole('button', { name: 'Stuur mijn link' }).click();
  const answer = page.getByText(/Als dit adres bij ons bekend is, ontvangt u binnen enkele minuten/);
  await expect(answer).toBeVisible();
  // Another address is typed: what was said of the one before goes.
  await email.fill('iemand@example');
  await expect(answer).toHaveCount(0);
});

test('§2.2 an unknown link: "Error", an explanation and a way out', async ({ page }) => {
  await page.goto('/?survey_hash=sandbox-nobody-0000000000000000');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText(/Deze link kennen wij niet/)).toBeVisible();
  await expect(page.getByPlaceholder('email')).toBeVisible();
  await expect(page.getByRole('link', { name: '085 000 00 00' }).first()).toHaveAttribute('href', /^tel:/);
});

impatient(
  '§2.2, fault 02: while verifying: the loader; when the CRM fails: "Error" and a retry',
  async ({ page, portal, openLink }) => {
    await portal.sandbox('POST', '/sandbox/faults', { match: '/coql', kind: 'latency', ms: 5_000, times: 1 });
    await openLink('bram');
    await expect(page.getByText('Uw gegevens worden geladen')).toBeVisible();
    await expect(page.getByText('Het is druk. U bent zo aan de beurt.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0);
    await expect(page.getByText('Uw offerte:')).toBeVisible();

    await portal.sandbox('POST', '/sandbox/faults', { match: '/coql', kind: 'status', status: 400 });
    await page.reload();
    await expect(page.getByText('Error', { exact: true })).toBeVisible({ timeout: 20_000 });
    await portal.sandbox('DELETE', '/sandbox/faults');
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
    await expect(page.getByText('Uw offerte:')).toBeVisible();
  },
);

test('§2.4 several deals: a list with "Bekijk"', async ({ page, portal, openLink }) => {
  await openLink('fatima');
  await expect(page).toHaveURL(/\/deals$/);
  await expect(page.getByRole('button', { name: /Bekijk/ })).toHaveCount(2);
  await page
    .getByRole('button', { name: /Bekijk/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/deals/(${portal.as('fatima').dealIds.join('|')})`));
});

test("B3 another customer's deal by its address: not found", async ({ page, portal, openLink }) => {
  await openLink('anna', `/deals/${portal.as('bram').dealIds[0]}/`);
  await expect(page.getByText('Deze offerte bestaat niet (meer)')).toBeVisible();
});

test('B6 preview: "Voorbeeld", and nothing can be written', async ({ page, portal }) => {
  const { hash, dealIds } = portal.as('bram');
  await page.goto(`/?survey_hash=${hash}&preview=1`);
  await expect(page.getByText('Voorbeeld', { exact: true })).toBeVisible();
  const approve = page.getByRole('button', { name: 'Akkoord … Verder' });
  await expect(approve).toBeDisabled();
  expect((await portal.record('Deals', dealIds[0] ?? '')).survey1_approve_clicked).not.toBe(true);
});

test('a page that breaks still has the logo, a way to load it again, and somebody to call', async ({
  page,
  openLink,
}) => {
  await page.route('**/api/contacts/deals/*', (route) => route.fulfill({ json: { deal: { id: '1' } } }));
  await openLink('fatima');
  await page
    .getByRole('button', { name: /Bekijk/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Pagina opnieuw laden' })).toBeVisible();
  await expect(page.getByRole('img', { name: /gaikan/i })).toBeVisible();
  await expect(page.getByRole('link', { name: '085 000 00 00' })).toHaveAttribute('href', /^tel:/);
});
