import { startPortal } from '../bff/portal.ts';
import { expect, test } from './admin-desk.ts';

// Reliability §2.2: what people see, for the rows where the screen differs. The other rows: tests/bff/faults. Faults
// between browser and server, and the rows 11, 12, 25, 29, 34, 35, 36 and 37: `grep -rn 'fault [0-9]' tests/e2e`.

test.afterEach(({ portal }) => portal.restart());

/** The fault of a save, and the customer's text about it. */
const SAVES: [string, object, string][] = [
  [
    'fault 03: nobody knows whether it was saved',
    { kind: 'status', status: 500, match: 'PUT ' },
    'Wij weten nog niet of dit is opgeslagen',
  ],
  ['fault 04: the CRM is away', { kind: 'reset', match: '/coql' }, 'Ons systeem is even niet bereikbaar'],
  ['fault 19: the CRM is asked too much', { kind: 'status', status: 429, match: 'PUT ' }, 'Het is even druk'],
];

test('§8, faults 03, 04 and 19: a failed save is explained under the form, what was typed stays, and the next press saves it', async ({
  page,
  portal,
  openLink,
}) => {
  const anna = portal.as('anna');
  const path = `/api/contacts/deals/${anna.dealIds[0]}`;
  await anna.put(path, { props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '2' } });
  await openLink('anna');
  const metres = page.getByRole('textbox', { name: /meter/ });
  for (const [index, [name, trouble, text]] of SAVES.entries()) {
    await test.step(name, async () => {
      if (index > 0) await page.goBack();
      const typed = String(23 + index);
      await metres.fill(typed);
      await portal.fault(trouble);
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page.getByText('request failed')).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await expect(metres).toHaveValue(typed);
      await portal.noFaults();
      // The circuit of this fault is open.
      await portal.restart();
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page).toHaveURL(/\/pages\/4$/);
      expect((await portal.record('Deals', anna.dealIds[0] ?? '')).survey1_battery_box_distance_m).toBe(typed);
    });
  }
});

test('§8, fault 22: a value that the CRM refuses is shown with its field', async ({ page, portal, openLink }) => {
  const anna = portal.as('anna');
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await page.getByLabel('Aantal zonnepanelen').fill('31');
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('1-2');
  await portal.deleteField('Deals', 'survey1_panels_age');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByText('Een van de antwoorden klopt nog niet')).toBeVisible();
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('31');
  await expect(page).not.toHaveURL(/\/pages\/2$/);
  expect((await portal.record('Deals', anna.dealIds[0] ?? '')).survey1_number_of_panels).toBeNull();
});

test('§8, fault 24: a record deleted in the CRM meanwhile is "not found", for the customer and for staff', async ({
  page,
  portal,
  openLink,
  desk,
}) => {
  const { dealIds, contactId } = portal.as('bram');
  await openLink('bram', `/deals/${dealIds[0]}/`);
  await expect(page.getByText('Eind totaal')).toBeVisible();
  await portal.crm(`/Deals?ids=${dealIds[0]}`, 'DELETE');
  await page.reload();
  await expect(page.getByText('Wij vinden deze offerte niet')).toBeVisible();
  await portal.crm(`/Contacts?ids=${contactId}`, 'DELETE');
  await desk.enter(`/admin/callcenter/contacts/${contactId}`);
  await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
});

test('A4, fault 27: staff see an unknown picklist value as it is', async ({ page, portal, desk }) => {
  const { dealIds } = portal.as('anna');
  await portal.sandbox('PATCH', `/sandbox/records/Deals/${dealIds[0]}?unchecked`, { survey1_panels_age: '10+' });
  await desk.open('anna');
  await desk.unfold('Velden van de deal');
  await expect(page.getByText('10+', { exact: true })).toBeVisible();
});

test('G4, fault 02: a list that cannot be refreshed stays, with its age and a retry', async ({ page, desk }) => {
  await desk.enter('/admin/callcenter');
  const bram = page.getByRole('link', { name: /Bram van 't Hof/ });
  await bram.click();
  const away = { status: 503, json: { error: 'crm_unavailable', message: 'request failed', requestId: 'r-1' } };
  await page.route('**/api/admin/callcenter', (route) =>
    route.fulfill({ ...away, headers: { 'retry-after': '60', 'content-type': 'application/json' } }),
  );
  // An action on a lead refreshes the list.
  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await desk.expectDone();
  // On a phone the list is a page of its own.
  const back = page.getByRole('link', { name: 'Alle leads' });
  if (await back.isVisible()) await back.click();
  await expect(page.getByText(/De lijst kon niet worden vernieuwd; dit is de stand van \d\d:\d\d\./)).toBeVisible();
  await expect(page.getByRole('link', { name: /Anna Brouwer/ })).toBeVisible();
  await page.unroute('**/api/admin/callcenter');
  await desk.press('Opnieuw proberen');
  await expect(page.getByText(/De lijst kon niet worden vernieuwd/)).toBeHidden();
});

test('§2.2, fault 20: the credits of the day are used up: "Error" at once, not after a long loader', async ({
  page,
}) => {
  const portal = await startPortal({}, undefined, { credits: 1 });
  const bram = portal.as('bram');
  // Uses up the only credit, unless an earlier call did.
  await bram.get('/api/contacts/verify');
  await page.goto(`${portal.url}/?survey_hash=${bram.hash}`);
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible();
  await page.close();
  await portal.close();
});
