import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { expect, returnToTab, sidewaysScroll, test } from './portal-page.ts';

// What a customer reads of an order.

test('an order under reservation of the subsidy says so at its sum; the whole name of the signer is there on any screen', async ({
  page,
  portal,
  openLink,
}) => {
  const name = 'Wilhelmina Alexandra van der Zandschulpen';
  await pdfDesk(portal).sign('karel', name);
  await openLink('karel');
  await expect(page.locator('.thanks').getByText(/de bestelling gaat alleen door als de subsidie/)).toBeVisible();
  const written = page.getByLabel('Getekend door');
  await expect(written).toHaveValue(name);
  const isWhole = () =>
    written.evaluate((field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight + 2);
  expect(await isWhole()).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  expect(await isWhole()).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
});

test('the signer reads that the copy could not be mailed, or that this is unknown', async ({
  page,
  portal,
  openLink,
}) => {
  const ways = [
    [{ kind: 'status', status: 400 }, /^Wij konden uw getekende exemplaar niet mailen\./],
    [{ kind: 'reset', when: 'after' }, /^Wij weten niet zeker of uw getekende exemplaar is gemaild\./],
  ] as const;
  for (const [trouble, sentence] of ways) {
    await portal.reset();
    await portal.fault({ match: 'send_mail', ...trouble });
    await pdfDesk(portal).sign('bram', 'Bram');
    await openLink('bram');
    await page.reload();
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('a withdrawal whose answer is lost is not called missing: its receipt follows', async ({ page, openLink }) => {
  await openLink('daan');
  await page.getByRole('button', { name: 'Overeenkomst herroepen' }).click();
  await page.route('**/withdraw', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Ja, ik herroep deze overeenkomst' }).click();
  await expect(page.getByText('Ontvangstbevestiging van uw herroeping')).toBeVisible();
  await expect(page.getByText('nog niet vastgelegd')).toHaveCount(0);
});

test('an order whose signature a colleague removes is an offer again in the tab that signed', async ({
  page,
  portal,
  openLink,
}) => {
  const id = portal.as('bram').dealIds[0] ?? '';
  await page.clock.install();
  await openLink('bram');
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
  await page.getByLabel('Uw naam').fill('Bram');
  await page.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bedankt voor uw bestelling' })).toBeVisible();
  await portal.delivered();
  await portal.salesOps('Deals', id, { gaikan_signature_plain: null, portal_signature_evidence: null });
  await page.clock.fastForward(60_000);
  await returnToTab(page);
  await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
});

test('a customer without telephone and mail address is promised no answer to a question', async ({
  page,
  portal,
  openLink,
}) => {
  await portal.salesOps('Contacts', portal.as('bram').contactId, { Phone: null, Email: null });
  await openLink('bram');
  await page.getByRole('button', { name: 'Ik heb een vraag over deze offerte' }).click();
  await expect(page.getByText(/Wij hebben geen telefoonnummer en geen e-mailadres van u/)).toBeVisible();
  await expect(page.getByText('Wij beantwoorden uw vraag')).toHaveCount(0);
  await expect(page.getByLabel('Uw vraag')).toHaveCount(0);
});
