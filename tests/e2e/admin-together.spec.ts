import { ownersOf, staffOf, subjectOf } from '../bff/staff.ts';
import { expect, test } from './admin-desk.ts';

test('I9 Tom closes the lead: Sanne’s panel says so, the number cannot be pressed, and her outcome is refused; I7, I8 his callbacks are in her list, and become due there', async ({
  portal,
  desk,
  page,
}) => {
  await page.clock.install();
  await desk.open('bram');
  // Choosing a name reloads panel and list: Tom acts after that.
  const forSanne = (path: RegExp) =>
    page.waitForResponse((answer) => path.test(answer.url()) && 'x-owner-id' in answer.request().headers());
  const read = Promise.all([/\/contacts\/\d+$/, /\/callcenter$/, /\/changes\?/].map(forSanne));
  await desk.choose('Sanne de Wit');
  await read;
  await expect(page.locator('.contact a.phone-link')).toBeVisible();
  const hanna = page.getByRole('link', { name: /Hanna Smit/ });
  await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toBeVisible();
  await expect(hanna).not.toContainText('Bellen:');
  const owners = await ownersOf(portal);
  const tom = staffOf(portal, owners.tom);
  await tom.act({ action: 'not_interested', ...subjectOf(portal, 'karel') });
  await tom.act({ action: 'not_interested', ...subjectOf(portal, 'bram') });
  const later = { action: 'gaikan_call_later', call_later_at: '2099-07-01T14:30', call_later_for: 'anyone' };
  await tom.act({ ...later, ...subjectOf(portal, 'hanna') });
  const soon = { action: 'gaikan_call_later', call_later_amount: 2, call_later_units: 'minutes' };
  await tom.act({ ...soon, ...subjectOf(portal, 'anna') });
  await page.clock.runFor(21_000);
  await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toHaveCount(0);
  await expect(hanna).toContainText('Bellen: wo 1 jul 2099 14:30');
  // On an idle screen a callback becomes due by itself, without a request.
  const anna = page.getByRole('link', { name: /Anna/ });
  await expect(anna).toContainText('Later terugbellen');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.runFor(180_000);
  await expect(anna).toContainText('Nu terugbellen');
  expect(asked.filter((path) => path.endsWith('/callcenter'))).toEqual([]);
  await expect(page.getByText(/^Tom Verhoeven heeft om \d\d:\d\d vastgelegd: Geen interesse\.$/)).toBeVisible();
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  await desk.press('Akkoord');
  await desk.confirm('Akkoord?');
  await expect(page.getByText(/Tom Verhoeven heeft .* "Geen interesse" vastgelegd\./)).toBeVisible();
});

test('I10 an outcome that fails after staff moved on is shown with the name and a way back; so is one after a 401', async ({
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

test('I10 a failure after moving to another deal, or away from the details, is shown there and keeps what was typed', async ({
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
  await page.getByRole('radio', { name: /El Amrani(?! \(praktijk)/ }).check();
  answers.pop()?.();
  await expect(page.locator('.failed-actions')).toContainText('Niet vastgelegd: Nu berekenen · Fatima');

  await page.getByText('Gegevens wijzigen').click();
  await page.getByLabel('Plaatsnaam').fill('Doorn');
  await desk.press('Gegevens opslaan');
  await desk.confirm('update?');
  await page.getByRole('link', { name: /Hanna Smit/ }).click();
  await expect(page.getByRole('heading', { name: 'Hanna Smit' })).toBeVisible();
  answers.pop()?.();
  const told = page
    .locator('.failed-actions')
    .getByText(/^Niet vastgelegd: Gegevens wijzigen · Fatima.* request failed$/);
  await expect(told).toBeVisible();
  await page.locator('.failed-actions').getByRole('link', { name: 'Terug naar deze lead' }).last().click();
  await expect(page.getByLabel('Plaatsnaam')).toHaveValue('Doorn');
  await expect(
    page.locator('.contact-details').getByText('Dit is niet gelukt. Wat u typte staat er nog.'),
  ).toBeVisible();
});

test('J10 an open panel shows within seconds what the customer did', async ({ portal, desk, page }) => {
  const bram = portal.as('bram');
  await desk.open('bram');
  await bram.post(`/api/contacts/deals/${bram.dealIds[0]}/question`, { text: 'Past hij in de garage?' });
  await expect(page.getByText(/^De klant heeft om \d\d:\d\d een vraag gesteld\.$/)).toBeVisible({ timeout: 10_000 });
  await desk.press('Nieuwe stand laden');
  await expect(page.locator('.last-words')).toContainText('Past hij in de garage?');
  await expect(page.getByText(/een vraag gesteld/)).toBeHidden();
});

test('I10 a wrong button is taken back; I8 a callback has a date; I11 joke gets a note, another number, and is found', async ({
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
  await desk.press('Volgende week');
  await expect(page.getByLabel('Of op:')).toHaveValue(/^\d{4}-\d\d-\d\dT10:00$/);
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

test('B7 a price changes only with a name: an edit without a question asks for it, and so does a second try', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('bram');
  const sent: (string | undefined)[] = [];
  await page.route('**/callcenter/action', async (route) => {
    sent.push(route.request().headers()['x-owner-id']);
    if (sent.length > 1) return route.continue();
    await route.fulfill({ status: 503, json: { error: 'busy', message: 'request failed', requestId: 'r-1' } });
  });
  const question = page.getByRole('alertdialog');
  await page.getByLabel('Bedrag:').fill('250');
  await page.getByLabel('Text:').fill('Beursactie');
  await desk.press('Korting toepassen');
  await expect(question.getByRole('combobox')).toBeFocused();
  await desk.confirm('Discount?');
  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  await expect(again).toBeVisible();
  await desk.choose('Gebruiker?');
  await again.click();
  await expect(question.getByText('Wie bent u? Uw naam komt in de notitie.')).toBeVisible();
  await expect(question.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Bedrag:')).toHaveValue('250');
  await expect(page.getByLabel('Text:')).toHaveValue('Beursactie');
  await again.click();
  await desk.confirm('Discount?');
  await desk.expectDone();
  const { sanne } = await ownersOf(portal);
  expect(sent).toEqual([sanne, sanne]);
  const [note] = await portal.related('Contacts', portal.as('bram').contactId, 'Notes', 'Note_Content');
  expect(note?.Note_Content).toContain('Medewerker: Sanne de Wit');
});
