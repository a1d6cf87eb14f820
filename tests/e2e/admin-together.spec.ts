import type { Page } from 'playwright/test';
import { ADMIN, ownersOf, staffOf, subjectOf } from '../bff/staff.ts';
import { letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

test('Sanne’s open screen follows within seconds what Tom and the customer do', async ({ portal, desk, page }) => {
  await page.clock.install();
  await desk.open('bram');
  // Choosing a name reloads panel and list: Tom acts after that.
  const forSanne = (path: RegExp) =>
    page.waitForResponse((answer) => path.test(answer.url()) && 'x-owner-id' in answer.request().headers());
  const read = Promise.all([/\/contacts\/\d+$/, /\/callcenter$/, /\/changes\?/].map(forSanne));
  await desk.choose('Sanne de Wit');
  await read;
  await expect(page.getByText(/heeft deze open/)).toHaveCount(0);
  const owners = await ownersOf(portal);
  const tom = staffOf(portal, owners.tom);
  const bram = portal.as('bram');
  await test.step('I9, J10 Sanne’s panel says within seconds that Tom has it open, and that the customer asked something', async () => {
    await tom.post(`${ADMIN}/contacts/${bram.contactId}/presence`, { open: true });
    await bram.post(`/api/contacts/deals/${bram.dealIds[0]}/question`, { text: 'Past hij in de garage?' });
    await page.clock.runFor(10_000);
    await expect(page.locator('.presence')).toHaveText(/^Tom Verhoeven heeft deze open sinds \d\d:\d\d$/);
    await expect(page.getByText(/^De klant heeft om \d\d:\d\d een vraag gesteld\.$/)).toBeVisible();
  });

  await test.step('J10 Sanne’s panel shows what the customer asked', async () => {
    await desk.press('Nieuwe stand laden');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
    await expect(page.locator('.last-words')).toContainText('Past hij in de garage?');
    await expect(page.getByText(/een vraag gesteld/)).toBeHidden();
  });

  await test.step('I7, I8 Sanne’s list loses a lead that Tom closed, and shows his callback', async () => {
    await expect(page.locator('.contact a.phone-link')).toBeVisible();
    const hanna = page.getByRole('link', { name: /Hanna Smit/ });
    await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toBeVisible();
    await expect(hanna).not.toContainText('Bellen:');
    await tom.act({ action: 'not_interested', ...subjectOf(portal, 'karel') });
    await tom.act({ action: 'not_interested', ...subjectOf(portal, 'bram') });
    const later = { action: 'gaikan_call_later', call_later_at: '2099-07-01T14:30', call_later_for: 'anyone' };
    await tom.act({ ...later, ...subjectOf(portal, 'hanna') });
    const soon = { action: 'gaikan_call_later', call_later_amount: 2, call_later_units: 'minutes' };
    await tom.act({ ...soon, ...subjectOf(portal, 'anna') });
    await page.clock.runFor(21_000);
    await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toHaveCount(0);
    await expect(hanna).toContainText('Bellen: wo 1 jul 2099 14:30');
    await expect(hanna).not.toContainText('14:30 Tom Verhoeven');
  });

  await test.step('I8 on an idle screen Tom’s callback becomes due in Sanne’s list by itself, without a request', async () => {
    const anna = page.getByRole('link', { name: /Anna/ });
    await expect(anna).toContainText('Later terugbellen');
    await expect(anna).toContainText(/Bellen: .*\d\d:\d\d Tom Verhoeven/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(180_000);
    await expect(anna).toContainText('Nu terugbellen');
    expect(asked.filter((path) => path.endsWith('/callcenter'))).toEqual([]);
  });

  await test.step('I9 Sanne’s panel says that Tom closed the lead, and its telephone number is no link', async () => {
    await expect(page.getByText(/^Tom Verhoeven heeft om \d\d:\d\d vastgelegd: Geen interesse\.$/)).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  });

  await test.step('I9 Sanne’s outcome is refused', async () => {
    await desk.act('Akkoord');
    await expect(page.getByText(/Tom Verhoeven heeft .* "Geen interesse" vastgelegd\./)).toBeVisible();
  });

  await test.step('I9 Sanne’s panel says that sales ops closed the deal, and its telephone number is no link', async () => {
    await desk.visit('carla');
    await expect(page.locator('.contact a.phone-link')).toBeVisible();
    await portal.salesOps('Deals', portal.as('carla').dealId, { Stage: 'Closed Lost' });
    await tom.leads();
    await page.clock.runFor(6_000);
    await expect(page.getByText(/^Om \d\d:\d\d was deze deal in het CRM niet meer open\.$/)).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
    // A later change takes the place of this one, but the deal stays closed.
    await portal.as('carla').post(`${portal.as('carla').deal}/question`, { text: 'Kan het in maart?' });
    await page.clock.runFor(6_000);
    await expect(page.getByText(/een vraag gesteld/)).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  });
});

test('Sanne’s actions fail after she moved on, and nothing typed is lost', async ({ page, portal, desk }) => {
  await desk.open('fatima', 'Sanne de Wit');
  const answers: (() => void)[] = [];
  await page.route('**/callcenter/action', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fulfill({ status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } });
  });
  const failed = page.locator('.failed-actions').getByRole('listitem');
  const wentWrong = 'Dit is niet gelukt. Wat u typte staat er nog.';
  const place = page.getByLabel('Plaatsnaam');
  const note = page.getByPlaceholder('Notitie');
  const ofBram = failed.filter({ hasText: "Niet vastgelegd: Neemt niet op · Bram van 't Hof." });
  await test.step('I10 on another deal a failure is shown with the name', async () => {
    await desk.act('Nu berekenen', 'Berekenen?');
    await page.getByRole('radio', { name: /El Amrani(?! \(praktijk)/ }).check();
    answers.pop()?.();
    await expect(failed).toContainText('Niet vastgelegd: Nu berekenen · Fatima');
  });

  await test.step('I10 on another lead a failure is shown with the name', async () => {
    await page.getByText('Gegevens wijzigen').click();
    await place.fill('Doorn');
    await desk.act('Gegevens opslaan', 'update?');
    await page.getByRole('link', { name: /Bram van 't Hof/ }).click();
    await expect(page.getByRole('heading', { name: "Bram van 't Hof" })).toBeVisible();
    answers.pop()?.();
    await expect(failed.getByText(/^Niet vastgelegd: Gegevens wijzigen · Fatima.* request failed$/)).toBeVisible();
  });

  await test.step('I10 a failure links back to its lead, and keeps the details that were typed', async () => {
    await note.fill('belt over een week');
    await desk.act('Neemt niet op');
    await failed.filter({ hasText: 'Gegevens wijzigen' }).getByRole('link', { name: 'Terug naar deze lead' }).click();
    await expect(place).toHaveValue('Doorn');
    await expect(page.locator('.contact-details').getByText(wentWrong)).toBeVisible();
    answers.pop()?.();
    await expect(ofBram).toBeVisible();
  });

  await test.step('I11 the details that failed are then saved', async () => {
    await letGo(page);
    await page.getByLabel('Telefoonnummer').fill('06-00000199');
    await desk.act('Gegevens opslaan', 'update?');
    await expect(page.locator('.contact .phone-link')).toContainText('06-00000199');
    expect(await portal.record('Contacts', portal.as('fatima').contactId)).toMatchObject({
      Mailing_City: 'Doorn',
      Phone: '06-00000199',
    });
  });

  await test.step('I10 a failed outcome links back to its lead too, and keeps its note', async () => {
    await ofBram.getByRole('link', { name: 'Terug naar deze lead' }).click();
    await expect(note).toHaveValue('belt over een week');
    await expect(page.getByText(wentWrong)).toBeVisible();
  });
});

/** From now on an answer for this path, as it was when it was asked for, arrives only after the returned call. */
async function readLate(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    await promise;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  return resolve;
}

test('A panel that is read late never replaces what the CRM confirmed meanwhile', async ({ page, portal, desk }) => {
  const { contactId } = portal.as('bram');
  await desk.open('bram', 'Sanne de Wit');
  const isPanel = (request: { url(): string }) => request.url().endsWith(`/contacts/${contactId}`);
  const read = page.waitForEvent('request', isPanel);
  const letArrive = await readLate(page, `**/contacts/${contactId}`);
  await page.getByLabel('Losse notitie').fill('Belt na zes uur terug');
  await desk.press('Notitie toevoegen');
  await read;
  const over = Promise.race([
    page.waitForEvent('requestfinished', isPanel),
    page.waitForEvent('requestfailed', isPanel),
  ]);
  const discount = async (euros: string) => {
    await page.getByLabel('Bedrag:').fill(euros);
    await page.getByLabel('Text:').fill('Beursactie');
    await desk.act('Korting toepassen', 'Discount?');
    await desk.press('Verder met deze deal');
  };
  const before = await page.getByRole('row', { name: /^Eind totaal/ }).textContent();
  await discount('250');
  letArrive();
  await over;
  await expect(page.getByRole('row', { name: /^Eind totaal/ })).not.toHaveText(before ?? '');
  await discount('300');
  expect(await portal.record('Deals', portal.as('bram').dealIds[0] ?? '')).toMatchObject({ gaikan_discount: 300 });
});

test('A timeline that is read late never hides the outcome that was recorded meanwhile', async ({ page, desk }) => {
  const letArrive = await readLate(page, '**/timeline');
  const read = page.waitForRequest('**/timeline');
  await desk.open('bram', 'Sanne de Wit');
  await read;
  await page.getByPlaceholder('Notitie').fill('Zit in de auto');
  await desk.complete('Neemt niet op');
  letArrive();
  await desk.press('Verder met deze deal');
  await expect(page.locator('.notes > ul > .event').first()).toContainText('Zit in de auto');
});

test('Nobody acts at the desk without a name', async ({ page, portal, desk }) => {
  const { contactId } = portal.as('bram');
  await desk.open('bram');
  const question = page.getByRole('alertdialog');
  await test.step('I10 an outcome without a name is not recorded', async () => {
    await desk.press('Neemt niet op');
    await question.getByRole('button', { name: 'Ja' }).press('Enter');
    await expect(page.getByText('Kies eerst wie u bent.')).toBeVisible();
    expect(await portal.related('Contacts', contactId, 'Calls', 'Call_Start_Time')).toEqual([]);
    await page.keyboard.press('Escape');
  });

  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  const sent: (string | undefined)[] = [];
  await page.route('**/callcenter/action', async (route) => {
    sent.push(route.request().headers()['x-owner-id']);
    if (sent.length > 1) return route.continue();
    await route.fulfill({ status: 503, json: { error: 'busy', message: 'request failed', requestId: 'r-1' } });
  });
  await test.step('B7 a price changes only with a name: an edit that was pressed without a chosen name asks for it', async () => {
    await page.getByLabel('Bedrag:').fill('250');
    await page.getByLabel('Text:').fill('Beursactie');
    await desk.press('Korting toepassen');
    await expect(question.getByRole('combobox')).toBeFocused();
    await desk.confirm('Discount?');
    await expect(again).toBeVisible();
  });

  await test.step('B7 a second try asks for the name too, and keeps what was typed', async () => {
    await desk.choose('Gebruiker?');
    await again.click();
    await expect(question.getByText('Wie bent u? Uw naam komt in de notitie.')).toBeVisible();
    await expect(question.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Bedrag:')).toHaveValue('250');
    await expect(page.getByLabel('Text:')).toHaveValue('Beursactie');
  });

  await test.step('B7 the edit and its note have the name', async () => {
    await again.click();
    await desk.confirm('Discount?');
    await desk.expectDone();
    const { sanne } = await ownersOf(portal);
    expect(sent).toEqual([sanne, sanne]);
    const [note] = await portal.related('Contacts', contactId, 'Notes', 'Note_Content');
    expect(note?.Note_Content).toContain('Medewerker: Sanne de Wit');
  });
});

test('I9 a page from before an upgrade ignores outcomes and events of a kind that it does not know', async ({
  page,
  desk,
}) => {
  const later = { at: '2099-01-01T09:00:00.000Z', by: null };
  const told = { ...later, what: 'moved' };
  const news = { ...later, action: 'moved', dealId: '1' };
  await page.route('**/presence', (route) =>
    route.fulfill({ json: { result: { openedBy: [], doNotCall: false, told, news } } }),
  );
  await page.route('**/api/admin/callcenter', async (route) => {
    const answer = await route.fetch();
    const { result } = await answer.json();
    for (const lead of result.contacts) Object.assign(lead, { attempts: 2, lastOutcome: 'moved' });
    await route.fulfill({ response: answer, json: { result } });
  });
  const heard = page.waitForResponse('**/presence');
  await desk.open('bram');
  await heard;
  await expect(page.locator('.call-facts')).toContainText('2 keer gebeld');
  await expect(page.getByPlaceholder('Notitie')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
