import type { Browser, Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { leftWith, ownersOf, staffOf, subjectOf } from '../bff/staff.ts';
import { expect, test } from './admin-desk.ts';

/** A colleague at a computer of their own. */
async function colleague(browser: Browser, portal: Portal, name: string, path = '/admin/callcenter'): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${portal.url}${path}`);
  await page.getByLabel('Wachtwoord').fill('zon-en-zout-2026');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('combobox', { name: 'Gebruiker', exact: true }).selectOption({ label: name });
  return page;
}

const leadIn = (page: Page) => /contacts\/(\d+)/.exec(page.url())?.[1];

/** Presses "Volgende lead"; the contact that is open then, or null where nobody is left. */
async function askNext(page: Page): Promise<string | null> {
  const before = page.url();
  await page.getByRole('button', { name: 'Volgende lead' }).first().click();
  await expect.poll(async () => page.url() !== before || (await page.locator('.next-nobody').count()) > 0).toBe(true);
  if (page.url() === before) return null;
  await expect(page.getByPlaceholder('Notitie')).toBeVisible();
  return leadIn(page) ?? null;
}

test('I7 three colleagues work the queue empty: each lead is handed out once, a due callback first, and what fails is told to whom it happened', async ({
  portal,
  browser,
}) => {
  // Whom earlier tests had open is forgotten.
  await portal.restart();
  const owners = await ownersOf(portal);
  const karel = subjectOf(portal, 'karel');
  const later = { action: 'gaikan_call_later', call_later_amount: 1, call_later_units: 'minutes' };
  await staffOf(portal, owners.sanne).act({ ...later, ...karel, call_later_for: 'anyone' });
  const calls = await portal.related('Contacts', karel.contactId, 'Calls', 'Call_Start_Time,Outbound_Call_Status');
  const planned = calls.find((call) => call.Outbound_Call_Status === 'Scheduled');
  await portal.salesOps('Calls', String(planned?.id), {
    Call_Start_Time: new Date(Date.now() - 60_000).toISOString().replace(/\.\d+Z/, '+00:00'),
  });
  const people = await Promise.all(
    ['Sanne de Wit', 'Tom Verhoeven', 'Yusuf Aydin'].map((name) => colleague(browser, portal, name)),
  );
  const [sanne, tom] = people as [Page, Page, Page];
  const problem = (page: Page) => page.getByRole('alert');
  const handedOut: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(
      people.map(async (page) => {
        if (page === sanne && round === 1) {
          const broken = { status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } };
          await page.route('**/callcenter/next', (route) => route.fulfill(broken), { times: 1 });
          await page.getByRole('button', { name: 'Volgende lead' }).first().click();
          await expect(problem(page)).toContainText('De volgende lead kon niet worden opgehaald.');
        }
        const id = await askNext(page);
        if (id === null) return;
        handedOut.push(id);
        const fails = page === tom && round === 1;
        if (fails) {
          const match = `POST /crm/v8/Contacts/${id}/Notes`;
          await portal.sandbox('POST', '/sandbox/faults', { kind: 'status', status: 400, match, times: 1 });
        }
        await page.getByPlaceholder('Notitie').fill(`voicemail van ${id}`);
        await page.keyboard.press('Alt+4');
        await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Ja' })).toBeFocused();
        await page.keyboard.press('Enter');
        if (fails) {
          await expect(problem(page)).toContainText('Dit is niet gelukt. Wat u typte staat er nog.');
          await expect(page.getByPlaceholder('Notitie')).toHaveValue(`voicemail van ${id}`);
          await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
        }
        await expect(page.getByText('done', { exact: true })).toBeVisible();
        await expect(problem(page)).toHaveCount(0);
      }),
    );
  }
  expect(handedOut).toHaveLength(9);
  expect(new Set(handedOut).size).toBe(9);
  expect(handedOut.slice(0, 3)).toContain(karel.contactId);
  for (const id of handedOut) {
    const { notes, calls } = await leftWith(portal, id);
    expect(notes.filter(({ Note_Content }) => String(Note_Content).includes(`voicemail van ${id}`))).toHaveLength(1);
    expect(calls.filter(({ Call_Result }) => Call_Result === 'Neemt niet op')).toHaveLength(1);
  }
  for (const page of people) await page.context().close();
});

test('I9 Tom closes the lead: Sanne’s panel says so, the number cannot be pressed, and her outcome is not taken', async ({
  portal,
  desk,
  page,
}) => {
  await page.clock.install();
  await desk.open('bram');
  await desk.choose('Sanne de Wit');
  await expect(page.locator('.contact a.phone-link')).toBeVisible();
  const owners = await ownersOf(portal);
  const tom = staffOf(portal, owners.tom);
  await tom.act({ action: 'not_interested', ...subjectOf(portal, 'karel') });
  await tom.act({ action: 'not_interested', ...subjectOf(portal, 'bram') });
  await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toBeVisible();
  await page.clock.runFor(21_000);
  await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toHaveCount(0);
  await expect(page.getByText(/^Tom Verhoeven heeft om \d\d:\d\d vastgelegd: Geen interesse\.$/)).toBeVisible();
  await expect(page.locator('.contact a.phone-link')).toHaveCount(0);
  await desk.press('Akkoord');
  await desk.confirm('Akkoord?');
  await expect(page.getByText(/Tom Verhoeven heeft .* "Geen interesse" vastgelegd\./)).toBeVisible();
});

test('I10 an outcome that fails after one went on is told with the name and a way back; so is one after a 401', async ({
  desk,
  page,
}) => {
  await desk.open('bram');
  await desk.choose('Sanne de Wit');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const broken = { status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } };
  await page.route('**/callcenter/action', async (route) => {
    await held;
    await route.fulfill(broken);
  });
  await page.getByPlaceholder('Notitie').fill('belt over een week');
  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await page.getByRole('link', { name: /Hanna Smit/ }).click();
  await expect(page.getByRole('heading', { name: 'Hanna Smit' })).toBeVisible();
  answer();
  await expect(page.getByText("Niet vastgelegd: Neemt niet op · Bram van 't Hof.")).toBeVisible();
  await page.getByRole('link', { name: 'Terug naar deze lead' }).first().click();
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('belt over een week');
  await expect(page.getByText('Dit is niet gelukt. Wat u typte staat er nog.')).toBeVisible();

  await page.unroute('**/callcenter/action');
  await page.route('**/callcenter/action', (route) =>
    route.fulfill({ status: 401, json: { error: 'password', message: 'request failed', requestId: 'r-2' } }),
  );
  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await expect(page.getByText(/Uw sessie is beëindigd/)).toBeVisible();
  await page.unroute('**/callcenter/action');
  await desk.logIn();
  await expect(page.getByText('Dit is niet gelukt. Wat u typte staat er nog.')).toBeVisible();
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('belt over een week');
});

test('I10 what fails after one went on to the other deal, or away from the details, is told there and keeps what was typed', async ({
  page,
  desk,
}) => {
  await desk.open('fatima');
  await desk.choose('Sanne de Wit');
  const answers: (() => void)[] = [];
  await page.route('**/callcenter/action', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fulfill({ status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } });
  });
  await desk.press('Nu berekenen');
  await desk.confirm('Berekenen?');
  await page.getByRole('radio', { name: /praktijk/ }).check();
  answers.pop()?.();
  await expect(page.locator('.failed-actions')).toContainText('Niet vastgelegd: Nu berekenen · Fatima');

  await page.getByText('Gegevens wijzigen').click();
  await page.getByLabel('Plaatsnaam').fill('Doorn');
  await desk.press('Gegevens opslaan');
  await desk.confirm('update?');
  await page.getByRole('link', { name: /Hanna Smit/ }).click();
  await expect(page.getByRole('heading', { name: 'Hanna Smit' })).toBeVisible();
  answers.pop()?.();
  const told = page.locator('.failed-actions').getByText(/^request failed Niet vastgelegd: Gegevens wijzigen · Fatima/);
  await expect(told).toBeVisible();
  await page.locator('.failed-actions').getByRole('link', { name: 'Terug naar deze lead' }).last().click();
  await expect(page.getByLabel('Plaatsnaam')).toHaveValue('Doorn');
  await expect(
    page.locator('.contact-details').getByText('Dit is niet gelukt. Wat u typte staat er nog.'),
  ).toBeVisible();
});

test('I10 the wrong button is taken back; I8 a callback has a date; I11 joke gets a note, another number, and is found', async ({
  portal,
  desk,
  page,
}) => {
  await desk.open('bram');
  await desk.choose('Sanne de Wit');
  await desk.press('Geen interesse');
  await desk.confirm('Geen interesse?');
  await desk.expectDone();
  await desk.press('Ongedaan maken');
  await desk.confirm('Ongedaan maken?');
  await desk.expectDone();
  expect(await portal.record('Deals', portal.as('bram').dealIds[0] ?? '')).toMatchObject({
    Stage: 'Available For Customer',
  });
  await desk.press('Verder met deze deal');
  await page.getByLabel('Of op:').fill('2099-07-01T14:30');
  await desk.press('Later terug bellen');
  await desk.confirm('Bel later terug:');
  await expect(page.getByText('Terugbellen: wo 1 jul 2099 14:30')).toBeVisible();

  await page.getByLabel('Zoeken').fill('joke@example');
  await page.getByRole('link', { name: /Joke/ }).click();
  await expect(page.getByText('geen deal', { exact: true })).toBeVisible();
  await page.getByLabel('Losse notitie').fill('belt zelf terug');
  await desk.press('Notitie toevoegen');
  await expect(page.locator('.notes')).toContainText('belt zelf terug');
  await page.getByText('Gegevens wijzigen').click();
  await page.getByLabel('Telefoonnummer').fill('06-00000199');
  await desk.press('Gegevens opslaan');
  await desk.confirm('update?');
  await expect(page.locator('.contact .phone-link')).toContainText('06-00000199');
});

test('§2.7 a path that begins with callcenter is the call center; I10 nobody acts without a name', async ({
  page,
  portal,
  desk,
}) => {
  await desk.enter('/admin/callcenterfoo');
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  await page.goto(`/admin/callcenter/contacts/${portal.as('bram').contactId}`);
  await expect(page).toHaveTitle(/Bram van 't Hof/);
  await desk.press('Neemt niet op');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ja' }).press('Enter');
  await expect(page.getByText('Kies eerst wie u bent.')).toBeVisible();
  expect(await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Start_Time')).toEqual([]);
});
