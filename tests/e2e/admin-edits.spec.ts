import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { type Desk, expect, test } from './admin-desk.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

interface Calc {
  output: { products: { type: string; amount: number; name: string }[] };
  quote: { battery: { size: number } | null };
  priceCalc: { finalInclVat: number };
  module: { num_modules: number } | null;
}

interface Edit {
  who: string;
  what: string;
  /** Makes the choice and presses its button. */
  act: (page: Page, desk: Desk) => Promise<void>;
  question: string;
  /** The CRM's fields afterwards. */
  fields?: Record<string, unknown>;
  calc?: (calc: Calc) => void;
}

/** The quote edits of the table in §7.4, each with the question that its button asks (§5), one after the other. */
const EDITS: readonly Edit[] = [
  {
    who: 'bram',
    what: 'set-battery-module-num',
    act: async (page) => {
      await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
      await saveOf(page, 'Aantal modules').click();
    },
    question: 'Offerte aanpassen?',
    fields: { gaikan_saltion_battery_modules: '8' },
    calc: ({ module }) => expect(module).toMatchObject({ num_modules: 8 }),
  },
  {
    who: 'bram',
    what: 'set-fixed-inverter-kwh none',
    act: async (page) => {
      await expect(choiceOf(page, 'Omvormer').locator('option:checked')).toHaveText('Automatisch omvormer bepalen');
      await choiceOf(page, 'Omvormer').selectOption('Geen omvormer');
      await saveOf(page, 'Omvormer').click();
    },
    question: 'Offerte aanpassen?',
    fields: { gaikan_saltion_fixed_inverter_kw: 'none' },
    calc: ({ output }) => expect(output.products.map(({ type }) => type)).not.toContain('inverter'),
  },
  {
    who: 'bram',
    what: 'set-fixed-inverter-kwh 20',
    act: async (page) => {
      await choiceOf(page, 'Omvormer').selectOption('20 kw omvormer');
      await saveOf(page, 'Omvormer').click();
    },
    question: 'Offerte aanpassen?',
    fields: { gaikan_saltion_fixed_inverter_kw: '20' },
    calc: ({ output }) => expect(output.products.map(({ name }) => name)).toContain('Hybride omvormer 20 kW'),
  },
  {
    who: 'bram',
    what: 'set-deal-property survey1_battery_box_distance_m',
    act: async (page) => {
      await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
      await page.getByLabel('survey1_battery_box_distance_m').fill('20');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    question: 'update?',
    fields: { survey1_battery_box_distance_m: '20' },
    calc: ({ output }) => expect(output.products.find(({ type }) => type === 'cable')?.amount).toBe(15),
  },
  {
    who: 'bram',
    what: 'set-deal-property gaikan_self_installation',
    act: async (page) => {
      await choiceOf(page, 'Installatie').selectOption('Eigen installatie (alleen inspectie)');
      await saveOf(page, 'Installatie').click();
    },
    question: 'Offerte aanpassen?',
    fields: { gaikan_self_installation: '1' },
    calc: ({ output }) => expect(output.products.map(({ type }) => type)).toContain('inspection'),
  },
  {
    who: 'carla',
    what: 'set-battery-size',
    act: async (page) => {
      await expect(page.getByText('Het kan 5 minuten duren voordat deze wijzigingen zichtbaar zijn ...')).toBeVisible();
      await choiceOf(page, 'Batterij').selectOption('40 kWH');
      await saveOf(page, 'Batterij').click();
    },
    question: 'Offerte aanpassen?',
    calc: ({ quote }) => expect(quote.battery).toMatchObject({ size: 40 }),
  },
  {
    who: 'carla',
    what: 'upgrade-deal-version',
    act: (_page, desk) => desk.press('Omzetten naar modules'),
    question: 'omzetten?',
    fields: { gaikan_deal_version: '2' },
    calc: ({ output }) => expect(output.products[0]).toMatchObject({ type: 'battery_module' }),
  },
  {
    who: 'bram',
    what: 'discount',
    act: async (page, desk) => {
      await expect(page.getByLabel('Bedrag:')).toHaveValue('0');
      await page.getByLabel('Bedrag:').fill('250.50');
      await page.getByLabel('Text:').fill('Beursactie');
      await desk.press('Korting toepassen');
    },
    question: 'Discount?',
    fields: { gaikan_discount: 250.5, gaikan_discount_reason: 'Beursactie' },
    calc: ({ output }) => expect(output.products.at(-1)).toMatchObject({ type: 'discount', name: 'Beursactie' }),
  },
];

async function calcOf(portal: Portal, dealId: string): Promise<Calc> {
  return JSON.parse(String((await portal.record('Deals', dealId)).survey1_calc)) as Calc;
}

function euros(amount: number) {
  return new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(amount);
}

for (const who of ['bram', 'carla']) {
  test(`§7.4 the edits of ${who}'s quote: each asks its question, says done with the new total, and the CRM has it`, async ({
    portal,
    page,
    desk,
  }) => {
    const [dealId = ''] = portal.as(who).dealIds;
    await desk.open(who);
    for (const { what, act, question, fields, calc } of EDITS.filter((edit) => edit.who === who)) {
      await test.step(what, async () => {
        const before = await calcOf(portal, dealId);
        await act(page, desk);
        await desk.confirm(question);
        await desk.expectDone();

        const now = await calcOf(portal, dealId);
        expect(now).not.toEqual(before);
        calc?.(now);
        expect(await portal.record('Deals', dealId)).toMatchObject({ ...fields, Amount: now.priceCalc.finalInclVat });
        const total = euros(now.priceCalc.finalInclVat);
        await expect(page.locator('.done').getByText(total)).toBeVisible();
        await desk.press('Verder met deze deal');
        await expect(page.getByRole('row', { name: `Eind totaal ${total}` })).toBeVisible();
      });
    }
  });
}

test('§7.4 calc asks "Berekenen?" and follows what sales ops changed in the CRM; survey1_no_calc asks "Handmatige producten", opens the deal in the CRM, and can be undone', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  await portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: '9' });
  await desk.open('bram');
  await desk.press('Nu berekenen');
  await desk.confirm('Berekenen?');
  await desk.expectDone();
  const { output } = await calcOf(portal, dealId);
  expect(output.products.find(({ type }) => type === 'cable')?.amount).toBe(4);
  await expect(page.getByText('Offerte aangepast')).toBeVisible();
  await desk.press('Verder met deze deal');

  const opened = page.waitForEvent('popup');
  await desk.press('Handmatige offerte');
  await desk.confirm('Handmatige producten');
  await desk.expectDone();
  expect((await opened).url()).toContain(`/tab/Potentials/${dealId}`);
  expect(await portal.record('Deals', dealId)).toMatchObject({ survey1_no_calc: true });

  await desk.press('Verder met deze deal');
  await expect(page.getByText('Offerte is "handmatig"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Handmatige offerte' })).toBeHidden();
  await desk.press('Weer automatisch berekenen');
  await desk.confirm('update?');
  await desk.expectDone();
  expect(await portal.record('Deals', dealId)).toMatchObject({ survey1_no_calc: false });
});

test('§7.4, B7 sync_from_zoho asks for the name only, and reads the products of a manual quote from the CRM', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('gerrit').dealIds;
  const before = await calcOf(portal, dealId);
  const products = await portal.related('Deals', dealId, 'Products', 'Product_Code');
  const inverter = products.find(({ Product_Code }) => Product_Code === 'OMV-15');
  await desk.open('gerrit');
  await desk.press('Uit Zoho lezen');
  const who = page.getByRole('alertdialog').getByRole('combobox', { name: /Wie bent u/ });
  await expect(who).toBeFocused();
  await desk.confirm('Uit Zoho lezen');
  await desk.expectDone();
  await desk.press('Verder met deze deal');
  await portal.salesOps('Products', String(inverter?.id), { Unit_Price: 3000 });
  await desk.press('Uit Zoho lezen');
  await desk.expectDone();
  const now = await calcOf(portal, dealId);
  expect(now.priceCalc.finalInclVat).toBeGreaterThan(before.priceCalc.finalInclVat);
  await desk.press('Verder met deze deal');
  await expect(page.getByRole('row', { name: /Eind totaal/ })).toContainText(euros(now.priceCalc.finalInclVat));
});

test('§2.10 setOwner asks "Opslaan? {owner id}" with the name below; assigning to oneself asks nothing', async ({
  portal,
  page,
  desk,
}) => {
  const { contactId } = portal.as('bram');
  await desk.open('bram');
  await desk.unfold('Eigenaar: Tom Verhoeven');
  const editor = page.getByRole('combobox', { name: 'Eigenaar:' });
  await expect(editor.locator('option:checked')).toHaveText('Tom Verhoeven');
  await editor.selectOption({ label: 'Yusuf Aydin' });
  const yusuf = await editor.inputValue();
  await page.locator('.owner-editor').getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByRole('alertdialog').getByRole('paragraph').getByText('Yusuf Aydin')).toBeVisible();
  await desk.confirm(`Opslaan? ${yusuf}`);
  await desk.expectDone();
  expect(await portal.record('Contacts', contactId)).toMatchObject({ Owner: { id: yusuf } });

  await desk.choose('Sanne de Wit');
  await page.locator('.owner-editor').getByRole('button', { name: 'Sanne de Wit' }).click();
  await expect(editor.locator('option:checked')).toHaveText('Sanne de Wit');
  await desk.expectDone();
  expect(await portal.record('Contacts', contactId)).toMatchObject({ Owner: { name: 'Sanne de Wit' } });
});

test('§2.10 "Korting toepassen" at 0 says that it removes the discount, if there is one', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('carla').dealIds;
  await desk.open('carla');
  await expect(page.getByLabel('Bedrag:')).toHaveValue('0');
  await desk.press('Korting toepassen');
  await expect(page.getByRole('alertdialog')).toContainText('De korting van € 750,00 vervalt.');
  await page.keyboard.press('Escape');
  expect((await portal.record('Deals', dealId)).gaikan_discount).toBe(750);
  await page.getByLabel('Bedrag:').fill('800');
  await desk.press('Korting toepassen');
  await expect(page.getByRole('alertdialog')).toContainText('Discount?');
  await expect(page.getByRole('alertdialog')).not.toContainText('vervalt');
  await page.keyboard.press('Escape');
  await page.getByLabel('Bedrag:').fill('0');
  await desk.press('Korting toepassen');
  await desk.confirm('Discount?');
  await desk.expectDone();
  expect((await portal.record('Deals', dealId)).gaikan_discount).toBeNull();
  await desk.press('Verder met deze deal');
  await desk.press('Korting toepassen');
  await expect(page.getByRole('alertdialog')).not.toContainText('vervalt');
});

test('E8 faults of a quote are shown in words', async ({ portal, page, desk }) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  const calc = await calcOf(portal, dealId);
  const broken = {
    ...calc,
    output: { products: calc.output.products.map((row, n) => (n === 1 ? { ...row, priceTotal: 1 } : row)) },
    priceCalc: { ...calc.priceCalc, finalInclVat: 1 },
  };
  await portal.salesOps('Deals', dealId, { survey1_calc: JSON.stringify(broken) });
  await desk.open('bram');
  await expect(page.locator('.deal-state')).toContainText(
    'de klant kan nog niet akkoord gaan: regel 2 van de producten, Totaal, Eind totaal',
  );
});

test('E4 a discount above the sum is refused with the reason, and stays in the field', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  await desk.open('bram');
  await page.getByLabel('Bedrag:').fill('999999');
  await page.getByLabel('Text:').fill('te veel');
  await desk.press('Korting toepassen');
  await desk.confirm('Discount?');
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByLabel('Bedrag:')).toHaveValue('999999');
  await expect(page.getByLabel('Text:')).toHaveValue('te veel');
  expect((await portal.record('Deals', dealId)).gaikan_discount).toBeNull();
});
