import { openBrokenDeal } from '../gallery/gate-scenes.ts';
import { hold, letGo, refuse } from '../gallery/scene.ts';
import { expect, returnToTab, test } from './portal-page.ts';
import { complaints, readsOf } from './taken-over.ts';

test('§2.2, §5 a visitor without a link asks for it by mail, and once more after a minute', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const email = page.getByPlaceholder('email');
  const send = page.getByRole('button', { name: 'Stuur mijn link' });
  const answer = page.getByText(/Als dit adres bij ons bekend is, ontvangt u binnen enkele minuten/);
  const heading = page.getByRole('heading', { level: 1 });
  const again = page.getByRole('button', { name: 'Vraag de link opnieuw aan' });

  await test.step('§2.2 without a hash the page has the email form', async () => {
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAttribute('aria-required', 'true');
    await expect(page.getByText('(verplicht)')).toBeVisible();
  });

  await test.step('§5 the form says in Dutch, under its field, what is wrong', async () => {
    for (const typed of ['', 'iemand', 'iemand@']) {
      await email.fill(typed);
      await send.click();
      await expect(email).toHaveAccessibleDescription(/Vul uw hele e-mailadres in/);
      await expect(email).toBeFocused();
    }
    await email.fill('iemand@example.nl');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('one neutral sentence takes the place of the form', async () => {
    await send.click();
    await expect(heading).toHaveText('Kijk in uw mail');
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(/^Kijk in uw mail/);
    await expect(page.getByText(/Vul uw e.mailadres in/)).toHaveCount(0);
    await expect(answer).toBeVisible();
    await expect(page.getByText(/spam/)).toBeVisible();
    await expect(page.getByText('iemand@example.nl')).toBeVisible();
    await expect(email).toHaveCount(0);
  });

  await test.step('the link can be asked for once more after a minute', async () => {
    await expect(again).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await again.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveValue('iemand@example.nl');
    await expect(answer).toHaveCount(0);
    await expect(heading).toHaveText('Welkom');
  });
});

test('§2.2 the page of an unknown link begins with the cause and the mail form', async ({ page }) => {
  const [said, reads] = [complaints(page), readsOf(page)];
  await page.goto('/?survey_hash=sandbox-nobody-0000000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deze link kennen wij niet');
  await expect(page.getByPlaceholder('email')).toBeEnabled();
  // The browser does not ask again about the link that the server refused.
  expect([said, reads]).toEqual([[], []]);
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('request failed', { exact: true })).toBeVisible();
  const form = page.getByPlaceholder('email');
  await expect(form).toBeVisible();
  // The CRM answered: trying the same link again cannot help.
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0);
  await expect(page.getByText(/^Referentie: [0-9a-f]{8}$/)).toBeVisible();
  await expect(page.getByRole('link', { name: '085 000 00 00' }).first()).toHaveAttribute('href', /^tel:/);
  // Once the visitor has requested the link, the page says so first.
  await form.fill('iemand@example.nl');
  // A visitor who looks for the address in another tab finds the form as it was, and the link is not checked again.
  const checks: string[] = [];
  page.on('request', (request) => checks.push(request.url()));
  await returnToTab(page);
  await expect(form).toHaveValue('iemand@example.nl');
  expect(checks.filter((url) => url.includes('/verify'))).toEqual([]);
  await page.getByRole('button', { name: 'Stuur mijn link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kijk in uw mail');
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});

test('§2.2, fault 02: while verifying the loader, then "Error"', async ({ page, impatientPortal: portal }) => {
  const said = complaints(page);
  await portal.fault({ match: '/coql', kind: 'latency', ms: 1_000 });
  await hold(page, '**/api/contacts/verify');
  await page.clock.install();
  const asked = page.waitForRequest('**/api/contacts/verify');
  await page.goto(`${portal.url}/?survey_hash=${portal.as('bram').hash}`);
  await expect(page.getByText('Uw gegevens worden geladen')).toBeVisible();
  await asked;
  await page.clock.pauseAt(Date.now() + 2_000);
  await expect(page.getByText('Het is druk. U bent zo aan de beurt.')).toBeVisible();
  await page.clock.runFor(1_500);
  const longer = page.getByRole('status').filter({ hasText: 'Het duurt langer dan normaal. Wij blijven het proberen' });
  await expect(longer).toBeVisible();
  await expect(longer.getByRole('link', { name: '085 000 00 00' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0);
  await page.clock.resume();
  await letGo(page);
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  expect(said).toEqual([]);

  await portal.noFaults();
  await test.step('fault 20: when the credits of the day are used up, there is "Error" at once, not after a long loader', async () => {
    let checks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/verify')) checks += 1;
    });
    await refuse(page, '**/api/contacts/verify', 503, 'busy');
    await page.reload();
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible();
    expect(checks).toBe(1);
    await page.unrouteAll();
  });
  await portal.fault({ match: '/coql', kind: 'status', status: 400 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er is een storing');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  // A new link cannot help.
  await expect(page.getByPlaceholder('email')).toHaveCount(0);
  await portal.noFaults();
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(page.getByText('Uw offerte:')).toBeVisible();
});

test('a visitor who asked too often can try again after a minute and not before', async ({ page, portal }) => {
  await page.clock.install();
  await page.addInitScript((kept) => localStorage.setItem('survey_hash', kept), portal.as('bram').hash);
  await refuse(page, '**/api/contacts/verify', 429, 'too_many');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Even wachten');
  await expect(page.getByPlaceholder('email')).toBeVisible();
  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  await expect(page.getByText('Dit kan over een minuut.')).toBeVisible();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await refuse(page, '**/api/contacts/link', 429, 'too_many');
  const send = page.getByRole('button', { name: 'Stuur mijn link' });
  await page.getByPlaceholder('email').fill('iemand@example.nl');
  await send.click();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await page.getByPlaceholder('email').fill('iemand.anders@example.nl');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/api/contacts/verify');
  await page.clock.fastForward(60_000);
  await expect(send).not.toHaveAttribute('aria-disabled');
  await expect(again).not.toHaveAttribute('aria-disabled');
  await again.click();
  await expect(page.getByText('Uw offerte:')).toBeVisible();
});

test('a page that breaks has the logo, a button to load it, and a number to call', async ({ page, openLink }) => {
  await openBrokenDeal({ page, openLink });
  await expect(page.getByRole('button', { name: 'Pagina opnieuw laden' })).toBeVisible();
  await expect(page.getByRole('img', { name: /gaikan/i })).toBeVisible();
  await expect(page.getByRole('link', { name: '085 000 00 00' })).toHaveAttribute('href', /^tel:/);
});

test('B4 a request for the link that is pressed twice, and whose answer was lost, sends one mail', async ({
  page,
  portal,
}) => {
  await page.route('**/api/contacts/link', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto('/');
  await page.getByPlaceholder('email').fill('bram@example.nl');
  await page.getByRole('button', { name: 'Stuur mijn link' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText(/geen verbinding/).first()).toBeVisible();
  await portal.settled();
  expect(await portal.outbox()).toHaveLength(1);
});
