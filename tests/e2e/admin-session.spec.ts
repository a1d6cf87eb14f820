import { ADMIN_DIGEST } from '../bff/portal.ts';
import { hold, letGo, refuse } from '../gallery/scene.ts';
import { expect, PASSWORD, test } from './admin-desk.ts';

test('Staff pass the gate to stats and leads, light or dark as they choose', async ({ page, desk, openLink }) => {
  const shown = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });

  await test.step('§2.8 the gate does not show the customer’s loader while it loads', async () => {
    await hold(page, '**/assets/AdminArea-*.js');
    await page.goto('/admin/whatever', { waitUntil: 'commit' });
    await expect(page.locator('.spinner')).toBeVisible();
    await expect(page.getByText('Uw gegevens worden geladen')).toHaveCount(0);
    await letGo(page);
    await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
    await expect(shown).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('§2.8 a wrong password shows "Error"', async () => {
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await desk.logIn('fout');
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('adminSession'))).toBeNull();
  });

  await test.step('§2.8 the right password logs in, with "login..." in between', async () => {
    await hold(page, '**/api/admin/login');
    await page.getByLabel('Wachtwoord').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'login...' })).toBeDisabled();
    await letGo(page);
    await expect(page.getByRole('heading', { name: 'Stats', level: 1 })).toBeVisible();
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('adminSession'))) ?? '')).toEqual({
      password: ADMIN_DIGEST,
      valid: true,
      error: '',
    });
  });

  await test.step('§2.9 the stats show registered and contacts per date, kW for three stages, their age, and a reload', async () => {
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
    const asked = Promise.all([
      page.waitForRequest('**/api/admin/stats?fresh=1'),
      page.waitForRequest('**/api/admin/stats/period?*&fresh=1'),
    ]);
    await desk.press('Vernieuwen');
    await asked;
  });

  await test.step('H1 the page is light, dark or as the device prefers, its chart follows, and a reload keeps the choice', async () => {
    await expect(page.getByRole('button', { name: 'Systeem' })).toHaveAttribute('aria-pressed', 'true');
    const drawing = page.locator('.chart-canvas canvas');
    const drawn = () => drawing.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const dark = await drawn();
    await desk.press('Licht');
    await expect(shown).toHaveAttribute('data-theme', 'light');
    await expect.poll(drawn).not.toBe(dark);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Licht' })).toHaveAttribute('aria-pressed', 'true');
    await expect(shown).toHaveAttribute('data-theme', 'light');
    await desk.press('Systeem');
    await expect(shown).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(shown).toHaveAttribute('data-theme', 'light');
    await desk.press('Donker');
    await expect(shown).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('§2.7, G4 the header leads to the leads, and a list that failed has a retry', async () => {
    await refuse(page, '**/api/admin/callcenter', 422, 'field_invalid');
    await page.getByRole('link', { name: 'Leads' }).click();
    await expect(page).toHaveURL(/\/admin\/callcenter$/);
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
    await expect(page.getByText('De lijst met leads kon niet worden geladen.')).toBeVisible();
    await expect(page.getByText('Referentie: 0b6f1c7e')).toBeVisible();
    await letGo(page);
  });

  await test.step('J12 a list that is still being read shows its progress, and an old list shows its time', async () => {
    const answers = [{ known: 4_000 }, { stopped: true }];
    await page.route('**/api/admin/callcenter', async (route) => {
      const answer = await route.fetch();
      const { result } = (await answer.json()) as { result: object };
      await route.fulfill({ response: answer, json: { result: { ...result, ...(answers.shift() ?? {}) } } });
    });
    await desk.press('Opnieuw proberen');
    await expect(page.getByText('De lijst is nog niet compleet: 4.000 leads geladen.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Bram van 't Hof/ })).toBeVisible();
    await expect(
      page.getByText(/De lijst wordt vandaag niet meer bijgewerkt; dit is de stand van \d\d:\d\d\./),
    ).toBeVisible();
    await expect(page.getByText(/nog niet compleet/)).toBeHidden();
  });

  await test.step('§2.7 the header leads back to the stats, and a path that begins with callcenter to the leads', async () => {
    await page.getByRole('link', { name: 'Stats' }).click();
    await expect(page).toHaveURL(/\/admin\/stats$/);
    // A path that begins with callcenter is the call center, also in capitals.
    for (const path of ['callcenterfoo', 'CallCenter']) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
    }
  });

  await test.step('H1 the customer’s side stays light', async () => {
    await openLink('bram');
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    await expect(shown).not.toHaveAttribute('data-theme');
    // A browser with automatic darkening leaves a page alone that declares its theme.
    await expect(shown).toHaveCSS('color-scheme', 'light only');
  });
});

test('Tom logs out, and in again while a stranger guesses', async ({ page, desk, context, portal, browser }) => {
  await desk.enter('/admin/callcenter');
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await test.step('I10 after the login the page has the focus, and its title', async () => {
    await expect(page.locator('#inhoud')).toBeFocused();
    await expect(page).toHaveTitle('Leads – Admin');
  });

  await test.step('§4 the chosen owner is kept after a reload', async () => {
    await expect(choice.locator('option').first()).toHaveText('Gebruiker?');
    for (const name of ['Sanne de Wit', 'Tom Verhoeven', 'Yusuf Aydin']) {
      await expect(choice.locator('option', { hasText: name })).toHaveCount(1);
    }
    await desk.choose('Tom Verhoeven');
    await page.reload();
    await expect(choice.locator('option:checked')).toHaveText('Tom Verhoeven');
  });

  await test.step('I10 the owner is never shown as a raw id', async () => {
    await refuse(page, '**/api/admin/stats*', 422, 'field_invalid');
    await page.reload();
    await expect(choice.locator('option:checked')).toHaveText('Uw keuze (naam niet geladen)');
    expect(await page.locator('.admin-header').textContent()).not.toMatch(/\d{8}/);
  });

  await test.step('§4 logout empties the session in every tab', async () => {
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(second.getByRole('button', { name: 'Logout' })).toBeVisible();
    await second.evaluate(() => sessionStorage.setItem('admin-note:1', 'getypt'));
    await desk.press('Logout');
    await expect(page.getByLabel('Wachtwoord')).toBeVisible();
    await expect(second.getByLabel('Wachtwoord')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('adminSession'))).toBeNull();
    expect(await second.evaluate(() => sessionStorage.getItem('admin-note:1'))).toBeNull();
  });

  await test.step('B5 this device can log in again while a stranger at the same address guesses', async () => {
    const stranger = await browser.newPage({ baseURL: portal.url });
    await stranger.goto('/admin');
    for (const each of [page, stranger]) await each.getByLabel('Wachtwoord').fill(PASSWORD);
    const wrong = { body: {}, headers: { authorization: '1'.repeat(64) } };
    const guess = async () => (await portal.call('POST', '/api/admin/login', wrong)).status;
    await expect.poll(guess, { intervals: [0] }).toBe(429);

    // The address has to wait five seconds now: both press within them.
    await Promise.all([stranger, page].map((each) => each.getByRole('button', { name: 'Login' }).click()));
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
    await expect(stranger.getByRole('alert')).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Logout' })).toBeHidden();
    await stranger.close();
  });

  // Without a restart the guesses would count for later tests at this address.
  await portal.restart();
});

test('B5 after a 401 in the middle of work, the login leads back to all of it', async ({ page, portal, desk }) => {
  await desk.open('bram', 'Sanne de Wit');
  await page.getByPlaceholder('Notitie').fill('zoon belt na het eten terug');
  await page.getByLabel('Aantal', { exact: true }).fill('3');
  await page.getByLabel('Text:').fill('Burenkorting');
  await page.getByRole('combobox', { name: 'Aantal modules' }).selectOption('8 modules / 45,6 kWH');
  await page.route('**/api/admin/callcenter/action', async (route) => {
    const { authorization: _password, ...headers } = route.request().headers();
    await route.continue({ headers });
  });
  await desk.act('Neemt niet op');
  await expect(page.getByText(/Uw sessie is beëindigd/)).toBeVisible();
  await expect(page.getByText("Bram van 't Hof")).toBeHidden();

  await page.unroute('**/api/admin/callcenter/action');
  await desk.logIn();
  await expect(page).toHaveURL(new RegExp(portal.as('bram').contactId));
  await expect(page.getByText('Dit is niet gelukt. Wat u typte staat er nog.')).toBeVisible();
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('zoon belt na het eten terug');
  await expect(page.getByLabel('Aantal', { exact: true })).toHaveValue('3');
  await expect(page.getByLabel('Text:')).toHaveValue('Burenkorting');
  await expect(page.getByRole('combobox', { name: 'Aantal modules' })).toHaveValue('8');
  const choice = page.getByRole('combobox', { name: 'Gebruiker', exact: true });
  await expect(choice.locator('option:checked')).toHaveText('Sanne de Wit');
  expect(await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result')).toEqual([]);

  await desk.complete('Neemt niet op');
  expect(await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result')).toHaveLength(1);
});

test('I10 "Logout" asks first while a text or an outcome is not recorded', async ({ page, desk }) => {
  await desk.open('bram');
  const note = page.getByPlaceholder('Notitie');
  const question = page.getByRole('alertdialog');
  await test.step('A typed note stays after "Annuleren"; nobody has to choose a name to log out', async () => {
    await note.fill('belt na zessen');
    await desk.press('Logout');
    await expect(question).toContainText('Uitloggen?');
    await expect(question.getByRole('combobox')).toHaveCount(0);
    await desk.press('Annuleren');
    await expect(note).toHaveValue('belt na zessen');
    await note.fill('');
  });

  await test.step('An outcome that is being saved is asked about, and then confirmed', async () => {
    await desk.choose('Sanne de Wit');
    await hold(page, '**/callcenter/action');
    await desk.act('Neemt niet op');
    await desk.press('Logout');
    await expect(question).toContainText('Uitloggen?');
    await desk.press('Annuleren');
    await letGo(page);
    await desk.expectDone();
  });

  await test.step('With nothing left, "Logout" logs out at once', async () => {
    await desk.press('Logout');
    await expect(page.getByLabel('Wachtwoord')).toBeVisible();
  });
});
