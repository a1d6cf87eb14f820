import type { Page, Request } from 'playwright/test';
import { expect, returnToTab, test } from './portal-page.ts';

// Former dead ends for a customer: each of them now has a way out.

const next = (page: Page) => page.getByRole('button', { name: 'Volgende' });
test('I4 in a new visit every answer can be changed, and the customer returns to the quote', async ({
  page,
  context,
  portal,
  openLink,
}) => {
  const id = portal.as('bram').dealIds[0] ?? '';
  const parts = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'script' && parts.add(request));
  page.on('requestfinished', (request) => parts.delete(request));
  await openLink('bram');
  const answers = page.getByRole('region', { name: 'Uw antwoorden' });
  await expect(answers.getByRole('link', { name: /^Wijzig/ })).toHaveCount(4);
  // The parts of the quote arrive first: a browser may remember a module whose load was cut off.
  await expect(page.getByRole('heading', { name: 'Waarom deze batterij' })).toBeVisible();
  await expect.poll(() => parts.size).toBe(0);
  // A part that is still loading says what it waits for.
  await context.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await answers.getByRole('link', { name: 'Wijzig Plaats' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Er is geen verbinding.' })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/pages\/3$/);
  const metres = page.getByRole('textbox', { name: /meter/ });
  await metres.fill('21');
  await page.reload();
  await expect(metres).toHaveValue('21');
  await next(page).click();
  await expect(page).toHaveURL(/\/deals\/\d+\/$/);
  await expect(answers).toContainText('21 meter');
  expect(await portal.record('Deals', id)).toMatchObject({ survey1_battery_box_distance_m: '21' });

  await answers.getByRole('link', { name: 'Wijzig Zonnepanelen' }).click();
  await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
  await page.getByRole('link', { name: 'Vorige' }).click();
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
});

test('an address that is changed elsewhere is shown wherever the offer is, as soon as the offer is read again', async ({
  page,
  portal,
  openLink,
}) => {
  await page.clock.install();
  const bram = portal.as('bram');
  await openLink('bram');
  const answers = page.getByRole('region', { name: 'Uw antwoorden' });
  const shown = async (street: string) => {
    await expect(page.locator('.quote')).toContainText(street);
    await expect(answers).toContainText(street);
  };
  // The page reads the address again when the customer returns to it.
  await portal.salesOps('Contacts', bram.contactId, { Mailing_Street: 'Kade 5', Phone: '0600000099' });
  await page.clock.fastForward(20_000);
  await returnToTab(page);
  await shown('Kade 5');
  await expect(answers).toContainText('0600000099');
  // The answer to a save brings the address too.
  await portal.salesOps('Contacts', bram.contactId, { Mailing_Street: 'Singel 8' });
  await answers.getByRole('link', { name: 'Wijzig Plaats' }).click();
  await page.getByRole('textbox', { name: /meter/ }).fill('21');
  await next(page).click();
  await expect(answers).toContainText('21 meter');
  await shown('Singel 8');
});

test('a malformed deal address leads to no offer, and shows a way on', async ({ page, portal, openLink }) => {
  const { status, body } = await portal.as('bram').get('/api/contacts/deals/abc');
  expect([status, body.error]).toEqual([404, 'not_found']);
  await openLink('bram');
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await page.goto('/deals/abc/');
  await expect(page.getByText('Wij vinden deze offerte niet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Naar uw offertes' }).click();
  await expect(page.getByText('Wij vinden deze offerte niet')).toHaveCount(0);
});

test('I6 a refused link leaves the good one on the device, and offers it', async ({ page, portal, openLink }) => {
  const { hash } = portal.as('bram');
  const stored = () => page.evaluate(() => localStorage.getItem('survey_hash'));
  await openLink('bram');
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await page.goto(`/?survey_hash=${hash.slice(0, -3)}`);
  await expect(page.getByText(/Deze link kennen wij niet/)).toBeVisible();
  expect(await stored()).toBe(hash);
  // The tab does not open another person's pages by itself: it asks first.
  await page.reload();
  await expect(page.getByText(/Deze link kennen wij niet/)).toBeVisible();
  await page.getByRole('button', { name: 'Verder met mijn eigen link' }).click();
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await openLink('carla');
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await expect.poll(stored).toBe(portal.as('carla').hash);
});

test('I3 a declined offer that sales ops hid, or that is incomplete, mentions no "alsnog akkoord" without a button', async ({
  page,
  portal,
  openLink,
}) => {
  const bram = portal.as('bram');
  const id = bram.dealIds[0] ?? '';
  await bram.post(`/api/contacts/deals/${id}/decline`, {});
  const reconsider = page.getByRole('button', { name: 'Toch verder' });
  await openLink('bram');
  await expect(page.getByText(/U kunt alsnog akkoord gaan/)).toBeVisible();
  await expect(reconsider).toBeVisible();
  await expect(page.locator('.offer-figure')).toHaveCSS('font-weight', '400');
  for (const closed of [
    { survey1_client_visible: false, survey1_battery_box_distance_m: '8' },
    { survey1_client_visible: true, survey1_battery_box_distance_m: '80' },
  ]) {
    await portal.salesOps('Deals', id, closed);
    await openLink('bram');
    await expect(page.getByText('Heeft u zich bedacht?')).toBeVisible();
    await expect(page.getByText(/Deze offerte staat nu niet open/)).toBeVisible();
    await expect(reconsider).toHaveCount(0);
    await expect(page.getByText(/U kunt alsnog akkoord gaan/)).toHaveCount(0);
  }
});

for (const [change, fields] of [
  ['hidden', { survey1_client_visible: false }],
  ['left without a calculation', { survey1_calc: null }],
  ['changed so that it is no longer complete', { gaikan_saltion_battery_modules: '8' }],
] as const) {
  test(`F1 its sign form is open and a quote is ${change}: it says that nothing was signed`, async ({
    page,
    portal,
    openLink,
  }) => {
    const id = portal.as('bram').dealIds[0] ?? '';
    await openLink('bram');
    await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
    await page.getByLabel('Uw naam').fill('Bram');
    await portal.salesOps('Deals', id, fields);
    await page.getByRole('button', { name: /^Akkoord/ }).click();
    await expect(page.getByText('Deze offerte staat niet meer open om te tekenen')).toBeVisible();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('Er is niets ondertekend');
    await expect(notice).toBeInViewport();
    await expect(page.getByText(/kunt u opnieuw akkoord gaan/)).toHaveCount(0);
    await expect(page.getByLabel('Uw naam')).toHaveCount(0);
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
  });
}
