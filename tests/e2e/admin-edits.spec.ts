import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { type Desk, expect, test } from './admin-desk.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

interface Calc {
  output: { products: { type: string; amount: number }[] };
  priceCalc: { finalInclVat: number };
}

interface Edit {
  what: string;
  /** Makes the choice and presses its button. */
  act: (page: Page, desk: Desk) => Promise<void>;
  question: string;
  /** The CRM's fields afterwards; what they do to the quote is proved in tests/bff/actions-quotes.test.ts. */
  fields: Record<string, unknown>;
}

/** An edit with a list and the button beside it. */
const chosen = (what: string, list: string, option: string, fields: Edit['fields']): Edit => ({
  what,
  act: async (page) => {
    await choiceOf(page, list).selectOption(option);
    await saveOf(page, list).click();
  },
  question: 'Offerte aanpassen?',
  fields,
});

/** The quote edits of the table in §7.4, each with the question that its button asks (§5), one after the other. */
const BRAMS_EDITS: readonly Edit[] = [
  chosen('set-battery-module-num', 'Aantal modules', '8 modules / 45,6 kWH', { gaikan_saltion_battery_modules: '8' }),
  chosen('set-fixed-inverter-kwh none', 'Omvormer', 'Geen omvormer', { gaikan_saltion_fixed_inverter_kw: 'none' }),
  chosen('set-fixed-inverter-kwh 20', 'Omvormer', '20 kw omvormer', { gaikan_saltion_fixed_inverter_kw: '20' }),
  chosen('set-deal-property gaikan_self_installation', 'Installatie', 'Eigen installatie (alleen inspectie)', {
    gaikan_self_installation: '1',
  }),
  {
    what: 'set-deal-property survey1_battery_box_distance_m',
    act: async (page) => {
      await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
      await page.getByLabel('survey1_battery_box_distance_m').fill('20');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    question: 'update?',
    fields: { survey1_battery_box_distance_m: '20' },
  },
  {
    what: 'discount',
    act: async (page, desk) => {
      await expect(page.getByLabel('Bedrag:')).toHaveValue('0');
      await page.getByLabel('Bedrag:').fill('250.50');
      await page.getByLabel('Text:').fill('Beursactie');
      await desk.press('Korting toepassen');
    },
    question: 'Discount?',
    fields: { gaikan_discount: 250.5, gaikan_discount_reason: 'Beursactie' },
  },
];

const CARLAS_EDITS: readonly Edit[] = [
  chosen('set-battery-size', 'Batterij', '40 kWH', { survey1_preferred_battery_size: '40' }),
  {
    what: 'upgrade-deal-version',
    act: async (page, desk) => {
      await desk.press('Omzetten naar modules');
      await test.step('§3 without a distance the question says that 1 metre counts', async () => {
        await expect(page.getByRole('alertdialog')).toContainText(
          'er wordt gerekend met 1 meter. De klant ziet daarna andere regels',
        );
      });
    },
    question: 'omzetten?',
    fields: { gaikan_deal_version: '2', survey1_battery_box_distance_m: '1' },
  },
];

async function calcOf(portal: Portal, dealId: string): Promise<Calc> {
  return JSON.parse(String((await portal.record('Deals', dealId)).survey1_calc)) as Calc;
}

function euros(amount: number) {
  return new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(amount);
}

/** Makes an edit: it asks its question, says done with the new total, and the CRM has it. */
const editing = (portal: Portal, page: Page, desk: Desk, dealId: string) => (edit: Edit) =>
  test.step(`§7.4 ${edit.what} asks its question, says "done" with the new total, and is in the CRM`, async () => {
    const before = await calcOf(portal, dealId);
    await edit.act(page, desk);
    await desk.confirm(edit.question);
    await desk.expectDone();

    const now = await calcOf(portal, dealId);
    expect(now).not.toEqual(before);
    expect(await portal.record('Deals', dealId)).toMatchObject({
      ...edit.fields,
      Amount: now.priceCalc.finalInclVat,
    });
    const total = euros(now.priceCalc.finalInclVat);
    await expect(page.locator('.done').getByText(total)).toBeVisible();
    await desk.press('Verder met deze deal');
    await expect(page.getByRole('row', { name: `Eind totaal ${total}` })).toBeVisible();
  });

test('Staff edit bram’s quote at the desk, one edit after the other', async ({ portal, page, desk }) => {
  const { dealId } = portal.as('bram');
  const before = await portal.record('Deals', dealId);
  await desk.open('bram');
  const modules = choiceOf(page, 'Aantal modules');
  const price = page.locator('.quote-editing .price-change');
  await test.step('J10 "Wat kost 8 modules?" is answered beside the current price without a change', async () => {
    await modules.selectOption('8 modules / 45,6 kWH');
    await expect(price).toContainText('Was € 24.497,06, wordt € 30.682,64 incl. btw (€ 6.185,58 meer).');
    await expect(price).toContainText('6 batterijmodules 34,2 kWh → 8 batterijmodules 45,6 kWh');
    await expect(price).toContainText('De klant ziet dit meteen en kan akkoord geven.');
    expect(await portal.record('Deals', dealId)).toEqual(before);
    await modules.selectOption('6 modules / 34,2 kWH');
    await expect(price).toHaveCount(0);
  });

  await expect(choiceOf(page, 'Omvormer').locator('option:checked')).toHaveText('Automatisch omvormer bepalen');
  for (const edit of BRAMS_EDITS) await editing(portal, page, desk, dealId)(edit);
});

test('Staff edit carla’s discount and older quote, and convert it to modules', async ({ portal, page, desk }) => {
  const { dealId } = portal.as('carla');
  const question = page.getByRole('alertdialog');
  await desk.open('carla');
  await test.step('J10 "omzetten?" says the new price and inverter, and that the financing is lost', async () => {
    await desk.press('Omzetten naar modules');
    await expect(question).toContainText('Was € 14.610,75, wordt € 16.612,09 incl. btw');
    await expect(question).toContainText('Omvormer vermogen 8 kW (8 kWh) → Hybride omvormer 8 kW');
    await expect(question).toContainText(/Financiering van €.* per maand → geen financiering/);
    await page.keyboard.press('Escape');
  });

  await test.step('§2.10 "Korting toepassen" at 0 says that it removes the discount, if there is one', async () => {
    const amount = page.getByLabel('Bedrag:');
    await expect(amount).toHaveValue('0');
    await desk.press('Korting toepassen');
    await expect(question).toContainText('De korting van € 750,00 vervalt.');
    await page.keyboard.press('Escape');
    expect((await portal.record('Deals', dealId)).gaikan_discount).toBe(750);
    await amount.fill('800');
    await desk.press('Korting toepassen');
    await expect(question).toContainText('Discount?');
    await expect(question).not.toContainText('vervalt');
    await page.keyboard.press('Escape');
    await amount.fill('0');
    await desk.complete('Korting toepassen', 'Discount?');
    expect((await portal.record('Deals', dealId)).gaikan_discount).toBeNull();
    await desk.press('Verder met deze deal');
    await desk.press('Korting toepassen');
    await expect(question).not.toContainText('vervalt');
    await page.keyboard.press('Escape');
  });

  await portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: null });
  await page.reload();
  await expect(page.getByText('Het kan 5 minuten duren voordat deze wijzigingen zichtbaar zijn ...')).toBeVisible();
  for (const edit of CARLAS_EDITS) await editing(portal, page, desk, dealId)(edit);
});

test('Staff read a manual quote from the CRM, and make another quote manual', async ({ portal, page, desk }) => {
  const { dealId: gerrits } = portal.as('gerrit');
  const before = await calcOf(portal, gerrits);
  const products = await portal.related('Deals', gerrits, 'Products', 'Product_Code');
  const inverter = products.find(({ Product_Code }) => Product_Code === 'OMV-15');
  await desk.open('gerrit');
  await test.step('§7.4, B7 sync_from_zoho asks for the name only', async () => {
    await desk.press('Uit Zoho lezen');
    const who = page.getByRole('alertdialog').getByRole('combobox', { name: /Wie bent u/ });
    await expect(who).toBeFocused();
    await desk.confirm('Uit Zoho lezen');
    await desk.expectDone();
    await desk.press('Verder met deze deal');
  });

  await test.step('§7.4 sync_from_zoho reads the products of a manual quote from the CRM', async () => {
    await portal.salesOps('Products', String(inverter?.id), { Unit_Price: 3000 });
    await desk.press('Uit Zoho lezen');
    await desk.expectDone();
    const now = await calcOf(portal, gerrits);
    expect(now.priceCalc.finalInclVat).toBeGreaterThan(before.priceCalc.finalInclVat);
    await desk.press('Verder met deze deal');
    await expect(page.getByRole('row', { name: /Eind totaal/ })).toContainText(euros(now.priceCalc.finalInclVat));
  });

  const { dealId } = portal.as('bram');
  await test.step('§7.4 calc asks "Berekenen?" and follows what sales ops changed in the CRM', async () => {
    await portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: '9' });
    await desk.visit('bram');
    await desk.complete('Nu berekenen', 'Berekenen?');
    const { output } = await calcOf(portal, dealId);
    expect(output.products.find(({ type }) => type === 'cable')?.amount).toBe(4);
    await expect(page.getByText('Offerte aangepast')).toBeVisible();
    await desk.press('Verder met deze deal');
  });

  await test.step('§7.4 survey1_no_calc asks "Handmatige producten" and opens the deal in the CRM', async () => {
    const opened = page.waitForEvent('popup');
    await desk.complete('Handmatige offerte', 'Handmatige producten');
    expect((await opened).url()).toContain(`/tab/Potentials/${dealId}`);
    expect(await portal.record('Deals', dealId)).toMatchObject({ survey1_no_calc: true });
  });

  await test.step('§7.4 survey1_no_calc can be undone', async () => {
    await desk.press('Verder met deze deal');
    await expect(page.getByText('Offerte is "handmatig"')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Handmatige offerte' })).toBeHidden();
    await desk.press('Weer automatisch berekenen');
    const question = page.getByRole('alertdialog');
    // A quote by hand names no parts: none of them is new.
    await expect(question).toContainText('De prijs blijft');
    await expect(question).not.toContainText('geen');
    await desk.confirm('update?');
    await desk.expectDone();
    expect(await portal.record('Deals', dealId)).toMatchObject({ survey1_no_calc: false });
  });
});

test('Typed details never replace a newer value that was not shown', async ({ portal, page, desk }) => {
  const { contactId } = portal.as('bram');
  const phone = page.getByLabel('Telefoonnummer');
  const saveDetails = page.getByRole('button', { name: 'Gegevens opslaan' });
  await desk.open('bram', 'Sanne de Wit');
  await desk.unfold('Gegevens wijzigen');
  await test.step('I11 a newer value that the panel reads again is shown, beside the typed one', async () => {
    await phone.fill('06-11112222');
    await portal.salesOps('Contacts', contactId, { Phone: '06-33334444' });
    await page.getByLabel('Losse notitie').fill('Belt na zes uur terug');
    await desk.press('Notitie toevoegen');
    await expect(phone).toHaveValue('06-33334444');
    await expect(page.getByText('Intussen gewijzigd. U vulde in: 06-11112222')).toBeVisible();
    await expect(saveDetails).toHaveAccessibleDescription('Wijzig eerst een gegeven.');
  });

  await test.step('I11 saving another field leaves the newer value', async () => {
    await page.getByLabel('Plaatsnaam').fill('Assen');
    await saveDetails.click();
    await desk.confirm('update?');
    const record = () => portal.record('Contacts', contactId);
    await expect.poll(async () => (await record()).Mailing_City).toBe('Assen');
    expect((await record()).Phone).toBe('06-33334444');
    await expect(page.getByText(/Intussen gewijzigd/)).toBeHidden();
  });

  await test.step('I11 after a conflict the newer value is shown before anything can be sent again', async () => {
    await phone.fill('06-55556666');
    await portal.salesOps('Contacts', contactId, { Phone: '06-77778888' });
    await saveDetails.click();
    await desk.confirm('update?');
    await expect(page.locator('.contact-details').getByText('Dit is niet gelukt')).toBeVisible();
    await expect(phone).toHaveValue('06-77778888');
    await expect(page.getByText('Intussen gewijzigd. U vulde in: 06-55556666')).toBeVisible();
    await expect(saveDetails).toHaveAccessibleDescription('Wijzig eerst een gegeven.');
  });

  await test.step('I11 a value that is typed over the newer one is saved', async () => {
    await phone.fill('06-99990000');
    await saveDetails.click();
    await desk.confirm('update?');
    await expect.poll(async () => (await portal.record('Contacts', contactId)).Phone).toBe('06-99990000');
  });
});
