import { createHash } from 'node:crypto';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

const DIGEST = createHash('sha256').update('zon-en-zout-2026').digest('hex');

test('§2.8 the gate: not the customer’s loader; a wrong password shows "Error", the right one logs in, "login..." in between', async ({
  page,
  desk,
}) => {
  await hold(page, '**/assets/AdminArea-*.js');
  await page.goto('/admin', { waitUntil: 'commit' });
  await expect(page.locator('.spinner')).toBeVisible();
  await expect(page.getByText('Uw gegevens worden geladen')).toHaveCount(0);
  await letGo(page);
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  await desk.logIn('fout');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('adminSession'))).toBeNull();

  await hold(page, '**/api/admin/login');
  await page.getByLabel('Wachtwoord').fill('zon-en-zout-2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'login...' })).toBeDisabled();
  await letGo(page);
  await expect(page.getByRole('heading', { name: 'Stats' })).toBeVisible();
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('adminSession'))) ?? '')).toEqual({
    password: DIGEST,
    valid: true,
    error: '',
  });
});

test('§4 the chosen owner survives a reload, and logout empties the session in every tab', async ({
  page,
  desk,
  context,
}) => {
  await desk.enter();
  await desk.choose('Tom Verhoeven');
  await page.reload();
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await expect(choice.locator('option:checked')).toHaveText('Tom Verhoeven');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('button', { name: 'Logout' })).toBeVisible();
  await second.evaluate(() => sessionStorage.setItem('admin-note:1', 'getypt'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Wachtwoord')).toBeVisible();
  await expect(second.getByLabel('Wachtwoord')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('adminSession'))).toBeNull();
  expect(await second.evaluate(() => sessionStorage.getItem('admin-note:1'))).toBeNull();
});

test('B5 a 401 in the middle of work goes to the gate and back to the same lead, with everything that was typed', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('bram');
  await desk.choose('Sanne de Wit');
  await page.getByPlaceholder('Notitie').fill('zoon belt na het eten terug');
  await page.getByLabel('Aantal', { exact: true }).fill('3');
  await page.getByLabel('Text:').fill('Burenkorting');
  await page.getByRole('combobox', { name: 'Aantal modules' }).selectOption('8 modules / 45,6 kWH');
  await page.route('**/api/admin/callcenter/action', async (route) => {
    const { authorization: _password, ...headers } = route.request().headers();
    await route.continue({ headers });
  });
  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await expect(page.getByText(/Uw sessie is beëindigd/)).toBeVisible();
  await expect(page.getByText("Bram van 't Hof")).toBeHidden();

  await page.unroute('**/api/admin/callcenter/action');
  await desk.logIn();
  await expect(page).toHaveURL(new RegExp(portal.as('bram').contactId));
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('zoon belt na het eten terug');
  await expect(page.getByLabel('Aantal', { exact: true })).toHaveValue('3');
  await expect(page.getByLabel('Text:')).toHaveValue('Burenkorting');
  await expect(page.getByRole('combobox', { name: 'Aantal modules' })).toHaveValue('8');
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await expect(choice.locator('option:checked')).toHaveText('Sanne de Wit');
  expect(await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result')).toEqual([]);

  await desk.press('Neemt niet op');
  await desk.confirm('Neemt niet op?');
  await desk.expectDone();
  expect(await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result')).toHaveLength(1);
});

test('I10 an idle logout says truthfully what happened to the note', async ({ page, desk }) => {
  await page.clock.install();
  await desk.open('bram');
  await page.getByPlaceholder('Notitie').fill('belt over een week');
  await page.clock.fastForward('13:00:00');
  await expect(page.getByText(/twaalf uur niets .* Wat u typte en niet vastlegde, is gewist\.$/)).toBeVisible();
  await desk.logIn();
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('');
});

test('B5 a device that logged in before gets in again while a stranger guesses at its address', async ({
  page,
  desk,
  portal,
  browser,
}) => {
  await desk.enter();
  await desk.press('Logout');
  const stranger = await browser.newPage({ baseURL: portal.url });
  await stranger.goto('/admin');
  for (const each of [page, stranger]) await each.getByLabel('Wachtwoord').fill('zon-en-zout-2026');
  const wrong = { body: {}, headers: { authorization: '1'.repeat(64) } };
  const guess = async () => (await portal.call('POST', '/api/admin/login', wrong)).status;
  await expect.poll(guess, { intervals: [0] }).toBe(429);

  // The address has to wait five seconds now: both press within them.
  await Promise.all([stranger, page].map((each) => each.getByRole('button', { name: 'Login' }).click()));
  await expect(page.getByRole('heading', { name: 'Stats', level: 1 })).toBeVisible();
  await expect(stranger.getByRole('alert')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Logout' })).toBeHidden();
  await stranger.close();
  // Without a restart the guesses would count for later tests at this address.
  await portal.restart();
});

test('§2.7 the header has Stats, Leads and the owners; anything unknown shows the stats', async ({ page, desk }) => {
  await desk.enter('/admin/whatever');
  await expect(page.getByRole('heading', { name: 'Stats', level: 1 })).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await expect(choice.locator('option').first()).toHaveText('Gebruiker?');
  for (const name of ['Sanne de Wit', 'Tom Verhoeven', 'Yusuf Aydin']) {
    await expect(choice.locator('option', { hasText: name })).toHaveCount(1);
  }
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page).toHaveURL(/\/admin\/callcenter$/);
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Stats' }).click();
  await expect(page).toHaveURL(/\/admin\/stats$/);
});

test('§2.9 stats: registered and contacts per date, kW for three stages, their age, and a reload', async ({
  page,
  desk,
}) => {
  await desk.enter('/admin/stats');
  await expect(page.getByText(/^\+ \d+ registered$/).first()).toBeVisible();
  await expect(page.getByText(/^\+ \d+ Contacts$/).first()).toBeVisible();
  for (const stage of ['Available For Customer', 'Viewed', 'Closed Won']) {
    await expect(page.getByRole('row', { name: new RegExp(`^${stage} [\\d.]+ kW`) })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: /Aanmeldingen en contacten/ })).toBeVisible();
  await expect(page.getByText(/^Stand van \d\d:\d\d$/)).toBeVisible();
  for (const step of ['Aangeboden', 'Bekeken', 'Akkoord', 'Getekend']) {
    await expect(page.getByRole('row', { name: new RegExp(`^${step} \\d+`) }).first()).toBeVisible();
  }
  // The chart is a canvas, and follows the theme too.
  const drawing = page.locator('.chart-canvas canvas');
  const drawn = () => drawing.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await drawn();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(drawn).not.toBe(light);
  const asked = Promise.all([
    page.waitForRequest('**/api/admin/stats'),
    page.waitForRequest('**/api/admin/stats/period?*'),
  ]);
  await desk.press('Vernieuwen');
  await asked;
});

test('G4 a failed load is shown with a retry', async ({ page, desk }) => {
  const broken = { status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } };
  for (const path of ['stats', 'callcenter']) {
    await page.route(`**/api/admin/${path}`, (route) => route.fulfill(broken));
  }
  await desk.enter('/admin/stats');
  await expect(page.getByText('De cijfers konden niet worden geladen.')).toBeVisible();
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByText('De lijst met leads kon niet worden geladen.')).toBeVisible();
  await expect(page.getByText('Referentie: r-1')).toBeVisible();
  await page.unroute('**/api/admin/callcenter');
  await desk.press('Opnieuw proberen');
  await expect(page.getByRole('link', { name: /Bram van 't Hof/ })).toBeVisible();
});
