import { expect, test } from './admin-desk.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

test('A3, fault 34: a change by sales ops is shown, nothing is overwritten, and the choice stays', async ({
  portal,
  page,
  desk,
}) => {
  const [dealId = ''] = portal.as('bram').dealIds;
  await desk.open('bram');
  await page.getByPlaceholder('Notitie').fill('wil meer opslag');
  await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
  // Sales ops edit in the CRM's own page of the deal, at the same time.
  const salesOps = await page.context().newPage();
  await salesOps.goto(`${portal.crmUrl}/crm/sandbox/tab/Potentials/${dealId}`);
  await salesOps.locator('[name=survey1_battery_box_distance_m]').fill('30');
  await salesOps.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(async () => (await portal.record('Deals', dealId)).survey1_battery_box_distance_m).toBe('30');

  await saveOf(page, 'Aantal modules').click();
  await desk.confirm('Offerte aanpassen?');
  await expect(page.getByText('Iemand anders heeft dit intussen gewijzigd.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Afstand in meters (survey1_battery_box_distance_m)' });
  await expect(row).toContainText('1230');
  // On a phone the values are below the name of the field, so that the name does not break.
  const topOf = async (cell: string) => (await page.locator(`.conflict-changes ${cell}`).first().boundingBox())?.y;
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await topOf('td')).toBe(await topOf('th[scope=row]'));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await topOf('td')).toBeGreaterThan((await topOf('th[scope=row]')) ?? 0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(choiceOf(page, 'Aantal modules')).toHaveValue('8');
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('wil meer opslag');
  expect(await portal.record('Deals', dealId)).toMatchObject({ gaikan_saltion_battery_modules: '6' });

  await saveOf(page, 'Aantal modules').click();
  await desk.confirm('Offerte aanpassen?');
  await desk.expectDone();
  expect(await portal.record('Deals', dealId)).toMatchObject({
    gaikan_saltion_battery_modules: '8',
    survey1_battery_box_distance_m: '30',
  });
});

test('E10 a signed quote is frozen: its edits are disabled with the reason, call outcomes are not', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('daan');
  for (const [name, choice] of [
    ['daan', 'Aantal modules'],
    ['eva', 'Batterij'],
  ] as const) {
    if (name === 'eva') await page.goto(`/admin/callcenter/contacts/${portal.as('eva').contactId}`);
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
    await expect(page.getByRole('button', { name: 'Neemt niet op' })).toBeEnabled();
    await expect(page.getByPlaceholder('Notitie')).toBeEnabled();
  }
});

test('E10 an edit of a quote that was signed while the panel is open is refused with the reason, and the edits are disabled', async ({
  portal,
  page,
  desk,
}) => {
  const bram = portal.as('bram');
  const [dealId = ''] = bram.dealIds;
  await desk.open('bram');
  await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
  const path = `/api/contacts/deals/${dealId}/approve`;
  expect((await bram.post(path, { survey1_approve_clicked: true })).status).toBe(200);
  expect((await bram.post(path, { gaikan_signature_plain: 'Bram Hof' })).status).toBe(200);
  // The portal mails the copy meanwhile, which changes these two fields of the deal.
  const { portal_copy_sent_at: _, Modified_Time: __, ...signed } = await portal.record('Deals', dealId);
  await saveOf(page, 'Aantal modules').click();
  await desk.confirm('Offerte aanpassen?');
  await expect(page.getByText(/De klant heeft deze offerte .* ondertekend/)).toBeVisible();
  await expect(choiceOf(page, 'Aantal modules')).toBeDisabled();
  expect(await portal.record('Deals', dealId)).toMatchObject(signed);
});
