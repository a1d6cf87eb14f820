import { refuse } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

// Reliability §2.2: what people see, for the rows where the screen differs. The other rows: tests/bff/faults. Faults
// between browser and server, and the rows 11, 12, 20, 25, 29, 34, 35, 36 and 37: `grep -rn 'fault [0-9]' tests/e2e`.

test.afterEach(({ portal }) => portal.restart());

/** The fault of a save, and the customer's text about it. */
const SAVES: [string, object, string][] = [
  [
    'fault 03, nobody knows whether it was saved',
    { kind: 'status', status: 500, match: 'PUT ' },
    'Wij weten nog niet of dit is opgeslagen',
  ],
  ['fault 04, the CRM is away', { kind: 'reset', match: '/coql' }, 'Ons systeem is even niet bereikbaar'],
  ['fault 19, the CRM is asked too much', { kind: 'status', status: 429, match: 'PUT ' }, 'Het is even druk'],
  ['fault 23, the CRM refuses', { kind: 'status', status: 400, match: 'PUT ' }, 'Ons systeem nam dit niet aan'],
];

test('§8, faults 03, 04, 19 and 23, C2: a save fails, and the next press saves', async ({ page, portal, openLink }) => {
  const anna = portal.as('anna');
  const path = anna.deal;
  await anna.put(path, { props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '2' } });
  await openLink('anna');
  const metres = page.getByRole('textbox', { name: /meter/ });
  for (const [index, [name, trouble, text]] of SAVES.entries()) {
    const typed = String(23 + index);
    if (index > 0) {
      await test.step(`before ${name}: back keeps what was filled in`, async () => {
        await page.goBack();
        await expect(metres).toHaveValue(String(22 + index));
      });
    }

    await test.step(`${name}: the failed save is explained under the form, and what was typed stays`, async () => {
      await metres.fill(typed);
      await portal.fault(trouble);
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page.getByText('request failed')).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await expect(metres).toHaveValue(typed);
    });

    await test.step(`${name}: the next press saves what was typed`, async () => {
      await portal.noFaults();
      // The circuit of this fault is open.
      await portal.restart();
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page).toHaveURL(/\/pages\/4$/);
      expect((await portal.record('Deals', anna.dealId)).survey1_battery_box_distance_m).toBe(typed);
    });
  }

  await test.step('H1 the new total is announced; its quote is called provisional and is folded', async () => {
    await expect(page.getByRole('status').filter({ hasText: /^€\s[\d.]+,\d\d$/ })).toBeVisible();
    await expect(page.getByText('Uw offerte:')).toBeHidden();
    await page.getByText('Voorlopige offerte').click();
    await expect(page.getByText('Uw offerte:')).toBeVisible();
  });
});

test('A3 an old press of Anna does not overwrite a newer answer', async ({ page, portal, openLink }) => {
  await page.clock.install();
  const anna = portal.as('anna');
  const id = anna.dealIds[0] ?? '';
  const path = `/api/contacts/deals/${id}`;
  const metres = page.getByRole('textbox', { name: /meter/ });
  const stored = async () => (await portal.record('Deals', id)).survey1_battery_box_distance_m;
  const press = (typed: string) =>
    metres.fill(typed).then(() => page.getByRole('button', { name: 'Volgende' }).click());
  let sent = 0;
  let lose: () => Promise<void> = async () => undefined;
  let isHeld = false;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent += 1;
    if (sent > 1) return route.continue();
    lose = () => route.abort();
    isHeld = true;
  });
  await anna.put(path, { props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '2' } });

  await test.step('an earlier press of this tab that gets no answer is not sent again after a later one', async () => {
    await openLink('anna');
    await press('3');
    await expect.poll(() => isHeld).toBe(true);
    await page.getByRole('link', { name: 'Vorige' }).click();
    // Until then the field on screen is still the earlier one.
    await expect(page.getByRole('heading', { name: 'Hoeveel opslag wilt u?' })).toBeVisible();
    await page.goBack();
    await press('4');
    await expect(page).toHaveURL(/\/pages\/4$/);
    await page.goBack();
    await lose();
    await page.clock.runFor(5_000);
    await expect(metres).toHaveValue('4');
    expect([sent, await stored()]).toEqual([2, '4']);
  });

  await test.step('a press of an hour ago is not sent again, and says that it was not stored', async () => {
    sent = 0;
    isHeld = false;
    await press('3');
    await expect.poll(() => isHeld).toBe(true);
    await anna.put(path, { props: { survey1_battery_box_distance_m: '8' } });
    await page.clock.fastForward('01:00:00');
    await lose();
    await expect(page.getByText('request failed')).toBeVisible();
    expect([sent, await stored()]).toEqual([1, '8']);
  });
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
  expect((await portal.record('Deals', anna.dealId)).survey1_number_of_panels).toBeNull();
});

test('Records are deleted in the CRM, and a field gets an unknown value', async ({ page, portal, openLink, desk }) => {
  const { dealId, contactId } = portal.as('bram');

  await test.step('§8, fault 24 a record deleted in the CRM meanwhile is "not found" for the customer', async () => {
    await openLink('bram', `/deals/${dealId}/`);
    await expect(page.getByText('Eind totaal')).toBeVisible();
    await portal.crm(`/Deals?ids=${dealId}`, 'DELETE');
    await page.reload();
    await expect(page.getByText('Wij vinden deze offerte niet')).toBeVisible();
  });

  await test.step('§8, fault 24 a record deleted in the CRM meanwhile is "not found" for staff', async () => {
    await portal.crm(`/Contacts?ids=${contactId}`, 'DELETE');
    await desk.enter(`/admin/callcenter/contacts/${contactId}`);
    await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
  });

  await test.step('A4, fault 27 staff see an unknown picklist value as it is', async () => {
    await portal.unchecked('Deals', portal.as('anna').dealId, { survey1_panels_age: '10+' });
    await desk.visit('anna');
    await desk.unfold('Velden van de deal');
    await expect(page.getByText('10+', { exact: true })).toBeVisible();
  });
});

test('G4, fault 02: a list that cannot be refreshed stays, with its age and a retry', async ({ page, desk }) => {
  await desk.enter('/admin/callcenter');
  const bram = page.getByRole('link', { name: /Bram van 't Hof/ });
  await bram.click();
  await refuse(page, '**/api/admin/callcenter', 503, 'crm_unavailable');
  // An action on a lead refreshes the list.
  await desk.complete('Neemt niet op');
  // On a phone the list is a page of its own.
  const back = page.getByRole('link', { name: 'Alle leads' });
  if (await back.isVisible()) await back.click();
  await expect(page.getByText(/De lijst kon niet worden vernieuwd; dit is de stand van \d\d:\d\d\./)).toBeVisible();
  await expect(page.getByRole('link', { name: /Anna Brouwer/ })).toBeVisible();
  await page.unroute('**/api/admin/callcenter');
  await desk.press('Opnieuw proberen');
  await expect(page.getByText(/De lijst kon niet worden vernieuwd/)).toBeHidden();
});
