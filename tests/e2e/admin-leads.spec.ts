import type { Page } from 'playwright/test';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

test('§2.10 a card has id, (owner), name and flow, red unless the flow is the brand’s own, and the open card is marked; G1 search by name, phone, postcode, e-mail and id; "mijn leads"; "CONTACT ID" and "Go" open any contact, and an unknown id is reported', async ({
  page,
  portal,
  desk,
}) => {
  // High enough for the whole queue: a card out of view would look like a missing card.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await desk.enter('/admin/callcenter');
  const bram = page.getByRole('link', { name: /Bram van 't Hof/ });
  await expect(bram).toContainText(portal.as('bram').contactId);
  await expect(bram).toContainText('(Tom Verhoeven)');
  await expect(bram.getByText('Gaikan website')).not.toHaveClass(/foreign/);
  const carla = page.getByRole('link', { name: /Carla Timmermans/ });
  await expect(carla.getByText('Zonneplein actie')).toHaveCSS('color', 'rgb(143, 26, 21)');
  const cards = page.locator('.lead-list li');
  await expect(cards).toHaveCount(Number(await cards.first().getAttribute('aria-setsize')));
  await expect(page.getByRole('link', { name: /Daan de Vries/ })).toBeHidden();
  const box = page.locator('.lead-list');
  const height = await page.evaluate(() => window.innerHeight);
  expect((await box.boundingBox())?.height).toBeCloseTo(height * 0.7, 0);

  await carla.click();
  await expect(page).toHaveURL(new RegExp(`/admin/callcenter/contacts/${portal.as('carla').contactId}$`));
  await expect(page.getByRole('heading', { name: 'Carla Timmermans' })).toBeFocused();
  await expect(page.locator('.lead-list [aria-current=true]')).toContainText('Carla Timmermans');

  const search = page.getByLabel('Zoeken');
  for (const query of ['karel', '06-00000111', '+31600000111', '6221bt', portal.as('karel').contactId]) {
    await search.fill(query);
    await expect(cards, query).toHaveCount(1);
    await expect(cards).toContainText('Karel Hendriks');
  }
  await search.fill('niemand');
  await expect(page.getByText(/Niet gevonden in de lijst/)).toBeVisible();
  await search.fill('');
  await desk.choose('Yusuf Aydin');
  await page.getByLabel('Mijn leads').check();
  await expect(cards.first()).toContainText('(Yusuf Aydin)');
  await expect(cards.filter({ hasNotText: '(Yusuf Aydin)' })).toHaveCount(0);

  await page.getByPlaceholder('CONTACT ID').fill(portal.as('daan').contactId);
  await desk.press('Go');
  await expect(page.getByRole('heading', { name: 'Daan de Vries' })).toBeVisible();
  await page.goto('/admin/callcenter/contacts/4150868000009999999');
  await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
  await page.goto('/admin/callcenter/contacts/onzin');
  await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
});

test('I7 "Volgende lead" hands out one lead after the other, by keyboard alone, also after a failure, and "Vorige lead" goes back', async ({
  page,
  desk,
  portal,
}) => {
  // Leads without a number are not handed out.
  await portal.salesOps('Contacts', portal.as('anna').contactId, { Phone: '06-00000101' });
  await desk.enter('/admin/callcenter');
  await desk.choose('Sanne de Wit');
  const cards = page.locator('.lead-list li');
  const [first = '', second = '', third = ''] = await cards.locator('.lead-name').allTextContents();
  await page.route('**/callcenter/next', (route) => route.fulfill({ status: 422, json: { error: 'field_invalid' } }), {
    times: 1,
  });
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('alert')).toContainText('De volgende lead kon niet worden opgehaald.');
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('heading', { name: first, exact: true })).toBeVisible();
  await expect(page.getByPlaceholder('Notitie')).toBeVisible();
  await page.keyboard.press('Alt+t');
  await page.keyboard.type('voicemail');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('alertdialog')).toContainText('Neemt niet op?');
  await page.keyboard.press('Enter');
  await desk.expectDone();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Volgende lead' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: second, exact: true })).toBeVisible();
  const pressed = pressAltPAsSoonAs(page, third);
  await page.keyboard.press('Alt+n');
  await pressed;
  await expect(page.getByRole('heading', { name: second, exact: true })).toBeVisible();
});

/** Presses Alt+P at the moment this name becomes the heading, before anything else runs in the page. */
function pressAltPAsSoonAs(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (expected) =>
      new Promise<void>((pressed) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.contact-name')?.textContent !== expected) return;
          observer.disconnect();
          window.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyP', cancelable: true }));
          pressed();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    name,
  );
}

test('§2.10 links open the records and a preview; G4 the "?" list names every shortcut and switches them off', async ({
  page,
  portal,
  desk,
}) => {
  const { contactId, dealIds, hash } = portal.as('bram');
  await desk.open('bram');
  const href = (name: string) => page.locator('.deal-links').getByRole('link', { name }).getAttribute('href');
  expect(await href('Deal')).toContain(`/tab/Potentials/${dealIds[0]}`);
  expect(await href('Contact')).toContain(`/tab/Contacts/${contactId}`);
  expect(await href('Live offerte')).toContain(`survey_hash=${hash}`);
  expect(await href('Live offerte')).toContain('preview=1');
  await expect(page.locator('.address').getByRole('link', { name: '06-00000102' })).toHaveAttribute(
    'href',
    'tel:0600000102',
  );

  await page.getByRole('heading', { name: "Bram van 't Hof" }).focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Sneltoetsen' });
  for (const key of ['Alt + Z', 'Alt + N', 'Alt + 1', 'Alt + 7', '?']) {
    await expect(list.getByText(key, { exact: true })).toBeVisible();
  }
  await list.getByLabel('Sneltoetsen gebruiken').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('Alt+3');
  await page.keyboard.press('?');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(list).toBeHidden();
  await page.getByPlaceholder('Notitie').fill('wat? niets');
  await expect(page.getByPlaceholder('Notitie')).toHaveValue('wat? niets');
});

test('G1 a card shows the time of the callback and the last outcome', async ({ page, desk }) => {
  await desk.open('hanna');
  await desk.press('Later terug bellen');
  await desk.confirm('Bel later terug:');
  await desk.expectDone();
  await page.goto('/admin/callcenter');
  await page.getByLabel('Zoeken').fill('hanna');
  const hanna = page.getByRole('link', { name: /Hanna Smit/ });
  await expect(hanna).toContainText(/Bellen: (ma|di|wo|do|vr|za|zo) \d+ \w+ (\d{4} )?\d\d:\d\d/);
  await expect(hanna).toContainText('1 keer gebeld · later terugbellen');
});

test('the other viewer of a lead is shown, and can still work', async ({ page, portal, desk, browser }) => {
  await desk.open('karel');
  await desk.choose('Sanne de Wit');
  const other = await browser.newPage();
  await other.goto(`${portal.url}/admin/callcenter/contacts/${portal.as('karel').contactId}`);
  await other.getByLabel('Wachtwoord').fill('zon-en-zout-2026');
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(other.locator('.presence')).toHaveText(/^Sanne de Wit heeft deze open sinds \d\d:\d\d$/);
  await expect(other.getByPlaceholder('Notitie')).toBeVisible();
  await expect(page.getByText(/heeft deze open/)).toHaveCount(0);
  await other.close();
});

test('§2.10 with more than one deal the first is open, and another starts afresh', async ({ page, desk }) => {
  await desk.open('fatima');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(page.getByText('Omzetten naar modules')).toBeVisible();
  await desk.press('Nu berekenen');
  await desk.confirm('Berekenen?');
  await desk.expectDone();
  await page.getByRole('radio', { name: /El Amrani(?! \(praktijk)/ }).check();
  await expect(page.getByText('done', { exact: true })).toBeHidden();
  await expect(page.getByText('Omzetten naar modules')).toBeHidden();
});

test('J12 after an outcome the list gets only the change: neither it nor the contact is read again', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('karel');
  await desk.choose('Sanne de Wit');
  const card = page.getByRole('link', { name: /Karel Hendriks/ });
  await expect(card).toBeVisible();
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') read.push(new URL(request.url()).pathname);
  });
  await desk.press('Geen interesse');
  await desk.confirm('Geen interesse?');
  await desk.expectDone();
  await expect(card).toBeHidden();
  const desks = '/api/admin/callcenter';
  expect(read).toContain(`${desks}/changes`);
  expect(read).not.toContain(desks);
  expect(read).not.toContain(`${desks}/contacts/${portal.as('karel').contactId}`);
});

test('J12 a list that is still being read shows its progress, and an old one its time', async ({ page, desk }) => {
  const answers = [{ known: 4_000 }, { stopped: true }];
  await page.route('**/api/admin/callcenter', async (route) => {
    const answer = await route.fetch();
    const { result } = (await answer.json()) as { result: object };
    await route.fulfill({ response: answer, json: { result: { ...result, ...(answers.shift() ?? {}) } } });
  });
  await desk.enter('/admin/callcenter');
  await expect(page.getByText('De lijst is nog niet compleet: 4.000 leads geladen.')).toBeVisible();
  await expect(
    page.getByText(/De lijst wordt vandaag niet meer bijgewerkt; dit is de stand van \d\d:\d\d\./),
  ).toBeVisible();
  await expect(page.getByText(/nog niet compleet/)).toBeHidden();
});

test('§2.10 an inbound call is marked, and while it is recorded the next lead is read ahead, which then opens without another read', async ({
  portal,
  page,
  desk,
}) => {
  await desk.open('bram');
  await desk.choose('Sanne de Wit');
  await expect(page.getByText('Uw offerte staat klaar. Heeft u hem al kunnen bekijken?')).toBeVisible();
  await page.getByLabel('De klant belde zelf').check();
  await hold(page, '/callcenter/action');
  const ahead = page.waitForResponse((answer) => answer.url().endsWith('/callcenter/next'));
  await desk.press('Te duur');
  await desk.confirm('Te duur?');
  await ahead;
  await letGo(page);
  await desk.expectDone();
  const name = page.getByRole('heading', { level: 2 }).first();
  const before = await name.textContent();
  const calls = await portal.crmCallsOf(async () => {
    await page.getByRole('button', { name: 'Volgende lead' }).last().click();
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    await expect(name).not.toHaveText(before ?? '');
  });
  expect(calls.filter(({ path }) => /Contacts\/\d+$/.test(path))).toEqual([]);
  await page.goto(`/admin/callcenter/contacts/${portal.as('bram').contactId}`);
  await expect(page.getByText('Inkomend gesprek: Te duur')).toBeVisible();
});
