import type { Page } from 'playwright/test';
import { expect, test } from './admin-desk.ts';

const UNKNOWN = /onbekende versie "3": deze offerte kan hier niet worden aangepast/;
const FAILED = { status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } };
const question = (page: Page) => page.getByRole('alertdialog');

test('A4 an unknown version disables every control of the quote, with the reason', async ({ page, portal, desk }) => {
  await portal.salesOps('Deals', portal.as('carla').dealIds[0] ?? '', { gaikan_deal_version: '3' });
  await desk.open('carla');
  const locked = page.getByRole('group', { name: UNKNOWN });
  for (const name of ['Handmatige offerte', 'Nu berekenen', 'Uit Zoho lezen', 'Korting toepassen']) {
    await expect(locked.getByRole('button', { name })).toBeDisabled();
  }
  await expect(page.getByText('Offerte aanpassen:')).toBeHidden();
  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await desk.expectDone();
});

test('§3 "Omzetten naar modules" without a distance warns that 1 metre counts, and removes no quote', async ({
  page,
  portal,
  desk,
}) => {
  const [dealId = ''] = portal.as('carla').dealIds;
  await portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: null });
  await desk.open('carla');
  await desk.press('Omzetten naar modules');
  await expect(question(page)).toContainText('er wordt gerekend met 1 meter. De klant ziet daarna andere regels');
  await desk.confirm('omzetten?');
  await desk.expectDone();
  const deal = await portal.record('Deals', dealId);
  expect(deal).toMatchObject({ gaikan_deal_version: '2', survey1_battery_box_distance_m: '1' });
  expect(JSON.parse(String(deal.survey1_calc)).output.products[0]).toMatchObject({ type: 'battery_module' });
});

test('E4 a discount of the whole sum warns that nobody can approve it then; modules that sales ops changed are reported', async ({
  page,
  portal,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  const { priceCalc } = JSON.parse(String((await portal.record('Deals', dealId)).survey1_calc));
  await portal.salesOps('Deals', dealId, { gaikan_saltion_battery_modules: '9' });
  await desk.open('bram');
  await expect(page.locator('.deal-state')).toContainText('6 in de offerte, 9 in het CRM');
  await page.getByLabel('Bedrag:').fill(String(priceCalc.productUnitPriceSum - 1));
  await desk.press('Korting toepassen');
  await expect(question(page)).not.toContainText('Let op');
  await page.keyboard.press('Escape');
  await page.getByLabel('Bedrag:').fill(String(priceCalc.productUnitPriceSum));
  await desk.press('Korting toepassen');
  await expect(question(page)).toContainText('deze korting is even hoog als het totaal. Dan kan de klant geen akkoord');
});

test.describe('in a browser in English', () => {
  test.use({ locale: 'en-US' });

  test('§9 a discount is read as Dutch people write it, and a text that is not an amount is refused with a reason; "1,5" days are never 15; "3,5" metres are 4 and say so', async ({
    page,
    portal,
    desk,
  }) => {
    await desk.open('bram');
    await page.getByLabel('Bedrag:').fill('1,250');
    await expect(page.getByText('Vul een bedrag in euro in, zoals 250 of 1.250,50')).toBeVisible();
    await page.getByLabel('Aantal', { exact: true }).fill('1,5');
    await expect(page.getByText('Vul een heel getal van 1 tot en met 365 in.')).toBeVisible();
    const metres = page.getByLabel('survey1_battery_box_distance_m');
    await metres.fill('3,5');
    await expect(page.getByText('3,5 is naar boven afgerond op 4.')).toBeVisible();
    await metres.fill('3x5');
    await expect(page.getByText('Vul een heel getal van 1 tot en met 999 in.')).toBeVisible();
    for (const [typed, euros] of [
      ['12,50', 12.5],
      ['1.250', 1250],
      ['€ 1.300,00', 1300],
    ] as const) {
      await page.getByLabel('Bedrag:').fill('');
      await page.getByLabel('Bedrag:').focus();
      await page.keyboard.insertText(typed);
      await expect(page.getByLabel('Bedrag:')).toHaveValue(typed);
      await desk.press('Korting toepassen');
      await desk.confirm('Discount?');
      await desk.expectDone();
      expect(await portal.record('Deals', portal.as('bram').dealIds[0] ?? '')).toMatchObject({
        gaikan_discount: euros,
      });
      await desk.press('Verder met deze deal');
    }
  });
});

test('I10 a name that did not load is never shown as a raw id; after the login the page has the focus', async ({
  page,
  desk,
}) => {
  await desk.enter('/admin/callcenter');
  await expect(page.locator('#inhoud')).toBeFocused();
  await expect(page).toHaveTitle('Leads – Admin');
  await desk.choose('Sanne de Wit');
  await page.route('**/api/admin/stats', (route) => route.fulfill(FAILED));
  await page.reload();
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await expect(choice.locator('option:checked')).toHaveText('Uw keuze (naam niet geladen)');
  expect(await page.locator('.admin-header').textContent()).not.toMatch(/\d{8}/);
});
