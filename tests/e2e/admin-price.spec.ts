import { expect, test } from './admin-desk.ts';
import { axeFindings } from './axe-findings.ts';

test.use({ locale: 'en-US' });

test('Staff give and undo discounts on bram’s quote, in a browser in English', async ({ portal, page, desk }) => {
  const { dealId } = portal.as('bram');
  const discount = async () => (await portal.record('Deals', dealId)).gaikan_discount;
  const { priceCalc } = JSON.parse(String((await portal.record('Deals', dealId)).survey1_calc));
  await portal.salesOps('Deals', dealId, { survey1_approve_clicked: true });
  await desk.open('bram');
  const amount = page.getByLabel('Bedrag:');
  const question = page.getByRole('alertdialog');

  await test.step('J10 the question says the new price incl. btw and that the approval lapses, before the discount is given', async () => {
    await amount.fill('500');
    await expect(page.locator('.discount .price-change')).toContainText('(€ 605,00 minder)');
    await desk.press('Korting toepassen');
    await expect(question).toContainText('Was € 24.497,06, wordt € 23.892,06 incl. btw (€ 605,00 minder).');
    await expect(question).toContainText('De klant had al akkoord gegeven: dat vervalt.');
    expect(await axeFindings(page)).toEqual([]);
    await desk.confirm('Discount?');
    await desk.expectDone();
    await expect(page.getByText('Laatste wijziging: Korting toepassen.')).toBeVisible();
  });

  await test.step('J10 an undo restores price and approval', async () => {
    await desk.press('Ongedaan maken');
    await expect(question).toContainText('Was € 23.892,06, wordt € 24.497,06 incl. btw (€ 605,00 meer).');
    await desk.confirm('Ongedaan maken?');
    await desk.expectDone();
    expect(await portal.record('Deals', dealId)).toMatchObject({
      gaikan_discount: null,
      survey1_approve_clicked: true,
    });
  });

  await test.step('E4 a discount above the sum cannot be confirmed and stays in the field', async () => {
    await desk.press('Verder met deze deal');
    await amount.fill('999999');
    await page.getByLabel('Text:').fill('te veel');
    await desk.press('Korting toepassen');
    await expect(question).toContainText('De korting mag niet hoger zijn dan het totaal');
    await expect(question.getByRole('button', { name: 'Ja' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(amount).toHaveValue('999999');
    await expect(page.getByLabel('Text:')).toHaveValue('te veel');
    expect(await discount()).toBeNull();
  });

  await test.step('E4 before a discount of the whole sum there is a warning that nobody could approve the quote', async () => {
    await amount.fill(String(priceCalc.productUnitPriceSum - 1));
    await desk.press('Korting toepassen');
    await expect(question).toContainText('Discount?');
    await expect(question).not.toContainText('Let op');
    await page.keyboard.press('Escape');
    await amount.fill(String(priceCalc.productUnitPriceSum));
    await desk.press('Korting toepassen');
    await expect(question).toContainText('deze korting is even hoog als het totaal. Dan kan de klant geen akkoord');
    await page.keyboard.press('Escape');
  });

  await test.step('§9 a text that is not an amount is refused with a reason', async () => {
    await amount.fill('1,250');
    await expect(page.getByText('Vul een bedrag in euro in, zoals 250 of 1.250,50')).toBeVisible();
  });

  await test.step('§9 "1,5" days are refused and never 15', async () => {
    await page.getByLabel('Aantal', { exact: true }).fill('1,5');
    await expect(page.getByText('Vul een heel getal van 1 tot en met 365 in.')).toBeVisible();
  });

  await test.step('§9 "3,5" metres are 4 and say so, and "3x5" metres are refused', async () => {
    const metres = page.getByLabel('survey1_battery_box_distance_m');
    await metres.fill('3,5');
    await expect(page.getByText('3,5 is naar boven afgerond op 4.')).toBeVisible();
    await metres.fill('3x5');
    await expect(page.getByText('Vul een heel getal van 1 tot en met 999 in.')).toBeVisible();
  });

  // The other ways to write an amount: tests/bff/actions-values.test.ts.
  await test.step('§9 an amount is read as Dutch people write it', async () => {
    await amount.fill('');
    await amount.focus();
    await page.keyboard.insertText('€ 1.300,00');
    await expect(amount).toHaveValue('€ 1.300,00');
    await desk.complete('Korting toepassen', 'Discount?');
    expect(await discount()).toBe(1300);
  });
});
