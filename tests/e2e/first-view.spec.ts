import type { Page } from 'playwright/test';
import { hold, letGo } from '../gallery/scene.ts';
import { moved } from './layout-faults.ts';
import { expect, test } from './portal-page.ts';

// A personal link as the server renders it, and how the browser takes over.

const inputs = (page: Page) => page.locator('main').locator('button, input, select');

test('§2.2 the page is readable without scripts, its controls disabled', async ({ page, openLink, expectSound }) => {
  const styles: string[] = [];
  page.on('request', (request) => request.url().endsWith('.css') && styles.push(request.url()));
  for (const [name, ...texts] of [
    ['bram', 'Uw offerte:', '€ 24.497,06'],
    ['anna', 'Heeft u zonnepanelen?'],
    ['joke', 'Heeft u zonnepanelen?'],
    ['fatima', 'Uw offertes'],
  ] as const) {
    await test.step(name, async () => {
      await hold(page, '**/assets/*.js');
      // The page's own load event waits for its scripts.
      const opening = openLink(name);
      for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
      await expectSound();
      expect(await inputs(page).evaluateAll((all) => all.filter((each) => !each.matches(':disabled')).length)).toBe(0);
      expect(styles, 'the page holds its styles').toEqual([]);
      await letGo(page);
      await opening;
      await expect(inputs(page).first()).toBeEnabled();
      // This page loads the styles of the next step. It is left, so that it does not do so while the next visitor's
      // page opens.
      await page.goto('/livez');
      styles.length = 0;
    });
  }
});

test('a page whose script comes from another version is loaded again, and then works', async ({ page, openLink }) => {
  const asked: string[] = [];
  await page.route('**/assets/index-*.js', (route) => {
    const url = route.request().url();
    asked.push(url);
    return route.continue(asked.length > 2 ? {} : { url: url.replace(/.{8}\.js$/, 'another_.js') });
  });
  await openLink('bram');
  await expect(inputs(page).first()).toBeEnabled();
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  expect(asked).toHaveLength(3);
});

test('Bram opens his link, reloads the page, and goes back and forward', async ({ page, portal, openLink }) => {
  const { dealId } = portal.as('bram');
  await page.goto('/livez');

  await test.step('B1 the hash leaves the address bar', async () => {
    await openLink('bram');
    await expect(page).toHaveURL(`${portal.url}/deals/${dealId}/`);
  });

  await test.step('C2 on the first page of a tab the focus stays where the browser puts it', async () => {
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeEnabled();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  await test.step('after a reload or "back" the visitor is still known', async () => {
    await page.reload();
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/livez$/);
    await page.goForward();
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    await expect(page).toHaveURL(`${portal.url}/deals/${dealId}/`);
  });
});

test('after a reload nothing visible moves, however late a part of the page arrives', async ({ page, openLink }) => {
  for (const [name, path, part] of [
    ['joke', '/pages/box_pictures', 'PhotosStep'],
    ['joke', '/pages/battery', 'BatteryStep'],
    ['hanna', '/', 'UnsoldQuote'],
    ['eva', '/', 'OrderPage'],
  ] as const) {
    await test.step(part, async () => {
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
});
