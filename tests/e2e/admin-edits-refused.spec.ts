import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { ownersOf } from '../bff/staff.ts';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

test('An edit at the desk overwrites nothing that others changed meanwhile', async ({ portal, page, desk }) => {
  const { dealId } = portal.as('bram');
  await desk.open('bram');
  await page.getByPlaceholder('Notitie').fill('wil meer opslag');
  await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
  // Sales ops edit in the CRM's own page of the deal, at the same time.
  const salesOps = await page.context().newPage();
  await salesOps.goto(`${portal.crmUrl}/crm/sandbox/tab/Potentials/${dealId}`);
  await salesOps.locator('[name=survey1_battery_box_distance_m]').fill('30');
  await salesOps.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(async () => (await portal.record('Deals', dealId)).survey1_battery_box_distance_m).toBe('30');

  await test.step('A3 a change by sales ops is shown, on a phone below the name of its field', async () => {
    await saveOf(page, 'Aantal modules').click();
    await desk.confirm('Offerte aanpassen?');
    await expect(page.getByText('Dit is intussen gewijzigd.')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Afstand in meters (survey1_battery_box_distance_m)' });
    await expect(row).toContainText('1230');
    // On a phone the values are below the name of the field, so that the name does not break.
    const topOf = async (cell: string) => (await page.locator(`.changes ${cell}`).first().boundingBox())?.y;
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await topOf('td')).toBe(await topOf('th[scope=row]'));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await topOf('td')).toBeGreaterThan((await topOf('th[scope=row]')) ?? 0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('fault 34 nothing is overwritten, and the choice stays on the screen', async () => {
    await expect(choiceOf(page, 'Aantal modules')).toHaveValue('8');
    await expect(page.getByPlaceholder('Notitie')).toHaveValue('wil meer opslag');
    expect(await portal.record('Deals', dealId)).toMatchObject({ gaikan_saltion_battery_modules: '6' });
  });

  await test.step('fault 34 a second try saves the choice beside the change by sales ops', async () => {
    await saveOf(page, 'Aantal modules').click();
    await desk.confirm('Offerte aanpassen?');
    await desk.expectDone();
    expect(await portal.record('Deals', dealId)).toMatchObject({
      gaikan_saltion_battery_modules: '8',
      survey1_battery_box_distance_m: '30',
    });
  });

  await desk.press('Verder met deze deal');
  await choiceOf(page, 'Aantal modules').selectOption('10');
  await pdfDesk(portal).sign('bram', 'Bram Hof');
  const signed = await portal.record('Deals', dealId);
  await test.step('E10 after a signature the edit is refused with the reason', async () => {
    await saveOf(page, 'Aantal modules').click();
    await desk.confirm('Offerte aanpassen?');
    await expect(page.getByText(/De klant heeft deze offerte .* ondertekend/)).toBeVisible();
  });

  await test.step('E10 after a signature the edits are disabled, and the deal stays as it was signed', async () => {
    await expect(choiceOf(page, 'Aantal modules')).toBeDisabled();
    expect(await portal.record('Deals', dealId)).toMatchObject(signed);
  });
});

test('The desk says what cannot be done with a quote, and why', async ({ page, portal, desk }) => {
  await pdfDesk(portal).editCalc('bram', (calc) => {
    calc.output.products[1].priceTotal = 1;
    calc.priceCalc.finalInclVat = 1;
  });
  await portal.salesOps('Deals', portal.as('carla').dealId, { gaikan_deal_version: '3' });

  const state = page.locator('.deal-state');
  const yes = page.getByRole('button', { name: 'Akkoord' });
  await test.step('E8 the desk names the faults of a quote', async () => {
    await desk.open('bram');
    await expect(state).toContainText(
      'de klant kan nog niet akkoord gaan: regel 2 van de producten, Totaal, Eind totaal',
    );
  });

  for (const [name, choice] of [
    ['daan', 'Aantal modules'],
    ['eva', 'Batterij'],
  ] as const) {
    await test.step(`E10, E4 ${name}’s quote is signed: it takes no edit and no discount, and the desk says why`, async () => {
      await desk.visit(name);
      await expect(choiceOf(page, choice)).toBeDisabled();
      await expect(page.getByText(/Ondertekend.*de offerte staat vast/)).toBeVisible();
      for (const locked of await page
        .getByRole('group', { name: 'Ondertekend: aan deze offerte kan niets meer' })
        .all()) {
        for (const control of await locked.locator('button, select, input').all()) await expect(control).toBeDisabled();
      }
      for (const closed of ['Nu berekenen', 'Handmatige offerte', 'Uit Zoho lezen', 'Korting toepassen']) {
        await expect(page.getByRole('button', { name: closed })).toBeDisabled();
      }
    });

    await test.step(`${name}’s call outcomes can be recorded, unless they promise what a signature rules out`, async () => {
      await expect(page.getByRole('button', { name: 'Neemt niet op' })).toBeEnabled();
      await expect(page.getByPlaceholder('Notitie')).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Geen interesse' })).toHaveAccessibleDescription(
        /De klant heeft ondertekend/,
      );
      await yes.click();
      await expect(page.getByRole('alertdialog')).toContainText('er is al getekend, dus dit wordt alleen genoteerd');
      await page.keyboard.press('Escape');
    });
  }

  await test.step('Without a quote "Akkoord" is disabled, and the desk says why', async () => {
    await desk.visit('lotte');
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
    await expect(yes).toHaveAccessibleDescription(/Er is nog geen offerte: er valt niets te tekenen/);
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('A4 a quote of an unknown version takes no edit, and the desk says why', async () => {
    await desk.visit('carla');
    const locked = page.getByRole('group', {
      name: /onbekende versie "3": deze offerte kan hier niet worden aangepast/,
    });
    for (const name of ['Handmatige offerte', 'Nu berekenen', 'Uit Zoho lezen', 'Korting toepassen']) {
      await expect(locked.getByRole('button', { name })).toBeDisabled();
    }
    await expect(page.getByText('Offerte aanpassen:')).toBeHidden();
  });

  await test.step('A call outcome can be recorded beside a quote of an unknown version', async () => {
    await desk.complete('Neemt niet op');
  });
});

test('I10 what is typed while a note or details are being saved stays in the field', async ({ portal, page, desk }) => {
  const { contactId } = portal.as('bram');
  await desk.open('bram', 'Sanne de Wit');
  const ACTION = '**/callcenter/action';
  const whileSaving = async (save: () => Promise<void>, work: () => Promise<void>) => {
    await hold(page, ACTION);
    await Promise.all([page.waitForRequest(ACTION), save()]);
    await work();
    await Promise.all([page.waitForResponse(ACTION), letGo(page)]);
  };

  const note = page.getByLabel('Losse notitie');
  await note.fill('Belt na zes uur terug');
  await whileSaving(
    () => desk.press('Notitie toevoegen'),
    () => note.fill('Belt na zes uur terug en wil 8 modules'),
  );
  await expect(page.locator('.notes')).toContainText('Belt na zes uur terug');
  await expect(note).toHaveValue('Belt na zes uur terug en wil 8 modules');

  await desk.unfold('Gegevens wijzigen');
  await page.getByLabel('Telefoon').fill('06 11112222');
  await desk.press('Gegevens opslaan');
  await whileSaving(
    () => desk.confirm('update?'),
    async () => {
      await page.getByLabel('Plaats').fill('Assen');
      await page.getByLabel('Telefoon').fill('06 11112223');
    },
  );
  await expect.poll(async () => (await portal.record('Contacts', contactId)).Phone).toBe('06 11112222');
  await expect(page.getByRole('link', { name: /06 11112222/ }).first()).toBeVisible();
  await expect(page.getByLabel('Plaats')).toHaveValue('Assen');
  await expect(page.getByLabel('Telefoon')).toHaveValue('06 11112223');
});

test('A3, I11 what was typed over a value that changed since is shown, not sent', async ({ portal, page, desk }) => {
  const bram = portal.as('bram');
  const [dealId = ''] = bram.dealIds;
  await desk.open('bram');
  await desk.unfold(/^Eigenaar:/);
  await choiceOf(page, 'Eigenaar:').selectOption({ label: 'Yusuf Aydin' });
  await choiceOf(page, 'Aantal modules').selectOption('8');
  await choiceOf(page, 'Omvormer').selectOption('none');
  await page.getByLabel('survey1_battery_box_distance_m').fill('20');
  await page.getByLabel('Bedrag:').fill('150');
  await page.getByLabel('Text:').fill('Buurtactie');
  await portal.salesOps('Contacts', bram.contactId, { Owner: { id: (await ownersOf(portal)).sanne } });
  await portal.salesOps('Deals', dealId, {
    gaikan_saltion_battery_modules: '10',
    survey1_battery_box_distance_m: '30',
    gaikan_discount: 400,
  });
  await page.reload();
  await test.step('The newer values are in the fields, and a choice over a value that nobody changed stays', async () => {
    await expect(choiceOf(page, 'Aantal modules')).toHaveValue('10');
    await expect(choiceOf(page, 'Omvormer')).toHaveValue('none');
    await expect(page.getByLabel('survey1_battery_box_distance_m')).toHaveValue('30');
    await expect(page.getByLabel('Bedrag:')).toHaveValue('0');
    await expect(page.getByLabel('Text:')).toHaveValue('');
    await expect(choiceOf(page, 'Eigenaar:').locator('option:checked')).toHaveText('Sanne de Wit');
  });
  await test.step('What was typed or chosen is below the fields', async () => {
    for (const typed of ['8 modules / 45,6 kWH', '20', '150, Buurtactie', 'Yusuf Aydin']) {
      await expect(page.getByText(`Intussen gewijzigd. U vulde in: ${typed}`, { exact: true })).toBeVisible();
    }
  });
});
