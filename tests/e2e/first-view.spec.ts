import type { Page } from 'playwright/test';
import { hold, letGo } from '../gallery/scene.ts';
import { moved } from './layout-faults.ts';
import { expect, test } from './portal-page.ts';
import { complaints } from './taken-over.ts';

// A personal link as the server renders it, and how the browser takes over.

const inputs = (page: Page) => page.locator('main').locator('button, input, select');

for (const [name, text] of [
  ['bram', 'Uw offerte:'],
  ['anna', 'Heeft u zonnepanelen?'],
  ['joke', 'Heeft u zonnepanelen?'],
  ['fatima', 'Uw offertes'],
] as const) {
  test(`§2.2 ${name}: readable before any script is there, with its controls disabled`, async ({
    page,
    openLink,
    expectSound,
  }) => {
    const styles: string[] = [];
    page.on('request', (request) => request.url().endsWith('.css') && styles.push(request.url()));
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    // The page's own load event waits for its scripts.
    const opening = openLink(name);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectSound();
    expect(await inputs(page).evaluateAll((all) => all.filter((each) => !each.matches(':disabled')).length)).toBe(0);
    expect(styles, 'the page holds its styles').toEqual([]);
    letGo();
    await opening;
    await expect(inputs(page).first()).toBeEnabled();
  });
}

test('B1 the hash leaves the address bar; after a reload or "back" the visitor is still known', async ({
  page,
  portal,
  openLink,
}) => {
  const [dealId] = portal.as('bram').dealIds;
  await page.goto('/livez');
  await openLink('bram');
  await expect(page).toHaveURL(`${portal.url}/deals/${dealId}/`);
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/livez$/);
  await page.goForward();
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  await expect(page).toHaveURL(`${portal.url}/deals/${dealId}/`);
});

test('C2 what the device keeps wins over what the server rendered', async ({ page, openLink }) => {
  const said = complaints(page);
  await openLink('anna');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await saved;
  await page.getByLabel('Aantal zonnepanelen').fill('24');
  await openLink('anna');
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('24');
  expect(said).toEqual([]);
});

test('C2 on the first page of a tab the focus stays where the browser puts it', async ({ page, openLink }) => {
  await openLink('bram');
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeEnabled();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test('§2.2 without JavaScript the first view can be read', async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${portal.url}/?survey_hash=${portal.as('bram').hash}`);
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await expect(page.getByText('€ 24.497,06').first()).toBeVisible();
  await context.close();
});

test('§2.2 a slow CRM: the loader, then the quote, and the link is looked up once', async ({
  page,
  impatientPortal: portal,
}) => {
  const said = complaints(page);
  await portal.fault({ match: '/coql', kind: 'latency', ms: 3_200, times: 1 });
  const calls = await portal.crmCallsOf(async () => {
    // Checked while the page is still loading: the loader goes when the CRM answers.
    const opening = page.goto(`${portal.url}/?survey_hash=${portal.as('bram').hash}`);
    await expect(page.getByText('Uw gegevens worden geladen')).toBeVisible();
    await opening;
    await expect(page.getByText('Uw offerte:')).toBeVisible();
  });
  // One call for the link, and one for the deal.
  expect(calls).toHaveLength(2);
  expect(said).toEqual([]);
});

for (const [name, path, part] of [
  ['joke', '/pages/box_pictures', 'PhotosStep'],
  ['joke', '/pages/battery', 'BatteryStep'],
  ['hanna', '/', 'UnsoldQuote'],
  ['eva', '/', 'OrderPage'],
] as const) {
  test(`after a reload nothing visible moves, however late a part of the page arrives: ${part}`, async ({
    page,
    openLink,
  }) => {
    await openLink(name, path);
    await expect(page.locator('fieldset.takeover:disabled')).toHaveCount(0);
    const later = `**/assets/${part}-*.js`;
    await hold(page, later);
    const asked = page.waitForRequest(later);
    // The link is no longer in the address: the server renders nothing.
    await page.reload();
    await asked;
    await expect(page.locator('.page')).toBeVisible();
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    await letGo(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
  });
}
