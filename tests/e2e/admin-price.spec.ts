import { expect, test } from './admin-desk.ts';
import { axeFindings } from './axe-findings.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

test('J10 "Wat kost 8 modules?" is answered beside the current price, and nothing is changed', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  const before = await portal.record('Deals', dealId);
  await desk.open('bram');
  await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
  const price = page.locator('.quote-editing .price-change');
  await expect(price).toContainText('Was € 24.497,06, wordt € 30.682,64 incl. btw (€ 6.185,58 meer).');
  await expect(price).toContainText('6 batterijmodules 34,2 kWh → 8 batterijmodules 45,6 kWh');
  await expect(price).toContainText('De klant ziet dit meteen en kan akkoord geven.');
  expect(await portal.record('Deals', dealId)).toEqual(before);
  await choiceOf(page, 'Aantal modules').selectOption('6 modules / 34,2 kWH');
  await expect(price).toHaveCount(0);
});

test('J10 "Discount?" shows the new price incl. btw and that the approval lapses; undoing it restores both', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  await portal.salesOps('Deals', dealId, { survey1_approve_clicked: true });
  await desk.open('bram');
  await page.getByLabel('Bedrag:').fill('500');
  await expect(page.locator('.discount .price-change')).toContainText('(€ 605,00 minder)');
  await desk.press('Korting toepassen');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Was € 24.497,06, wordt € 23.892,06 incl. btw (€ 605,00 minder).');
  await expect(question).toContainText('De klant had al akkoord gegeven: dat vervalt.');
  expect(await axeFindings(page)).toEqual([]);
  await desk.confirm('Discount?');
  await desk.expectDone();
  await expect(page.getByText('Laatste wijziging: Korting toepassen.')).toBeVisible();
  await desk.press('Ongedaan maken');
  await expect(question).toContainText('Was € 23.892,06, wordt € 24.497,06 incl. btw (€ 605,00 meer).');
  await desk.confirm('Ongedaan maken?');
  await desk.expectDone();
  expect(await portal.record('Deals', dealId)).toMatchObject({ gaikan_discount: null, survey1_approve_clicked: true });
});

test('J10 "omzetten?" says the new price, inverter and that the financing goes', async ({ page, desk }) => {
  await desk.open('carla');
  await desk.press('Omzetten naar modules');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Was € 14.610,75, wordt € 16.612,09 incl. btw');
  await expect(question).toContainText('Omvormer vermogen 8 kW (8 kWh) → Hybride omvormer 8 kW');
  await expect(question).toContainText(/Financiering van €.* per maand → geen financiering/);
});

test('J10 a preview that fails says so, and the edit can still be made', async ({ page, portal, desk }) => {
  await page.route('**/api/admin/callcenter/preview', (route) => route.abort());
  await desk.open('bram');
  await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
  await saveOf(page, 'Aantal modules').click();
  await expect(page.getByRole('alertdialog')).toContainText('De nieuwe prijs is niet te tonen.');
  await desk.confirm('Offerte aanpassen?');
  await desk.expectDone();
  expect(await portal.record('Deals', portal.as('bram').dealIds[0] ?? '')).toMatchObject({
    gaikan_saltion_battery_modules: '8',
  });
});

test('J10 the newest open deal is on the desk, and stays there when an outcome closes it', async ({
  portal,
  page,
  desk,
}) => {
  const [older = '', newer = ''] = portal.as('fatima').dealIds;
  const [{ Deal_Name: olderName }, { Deal_Name: newerName }] = await Promise.all([
    portal.record('Deals', older),
    portal.record('Deals', newer),
  ]);
  await desk.open('fatima');
  await expect(page.getByRole('radio', { name: String(newerName) })).toBeChecked();
  await desk.press('Te duur');
  await desk.confirm('Te duur?');
  await desk.expectDone();
  expect((await portal.record('Deals', newer)).Stage).toBe('Closed Lost');
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(new RegExp(String(olderName).slice(0, 12)));
  await expect(page.getByRole('radio', { name: String(newerName) })).toBeChecked();
});

test('the desk announces a certain refusal before the press: "Akkoord" without an offer, closing a signed deal', async ({
  page,
  desk,
}) => {
  await desk.open('lotte');
  const yes = page.getByRole('button', { name: 'Akkoord' });
  await expect(yes).toHaveAttribute('aria-disabled', 'true');
  await expect(yes).toHaveAccessibleDescription(/Er is nog geen offerte: er valt niets te tekenen/);
  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await desk.open('daan');
  await expect(page.getByRole('button', { name: 'Geen interesse' })).toHaveAccessibleDescription(
    /De klant heeft ondertekend/,
  );
  await expect(page.getByRole('button', { name: 'Akkoord' })).not.toHaveAttribute('aria-disabled', 'true');
});
