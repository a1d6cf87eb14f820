import type { Page } from 'playwright/test';
import { expect, test } from './portal-page.ts';

test('H1 the whole survey by keyboard alone', async ({ page, portal, openLink }) => {
  await openLink('anna');
  await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
  await tabTo(page, 'Nee');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stap 2 van 5')).toBeVisible();
  await tabTo(page, '1 × 5,7');
  await page.keyboard.press('Space');
  await tabTo(page, 'Volgende');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stap 3 van 5')).toBeVisible();
  const deal = await portal.record('Deals', portal.as('anna').dealIds[0] ?? '');
  expect(deal.gaikan_saltion_battery_modules).toBe('1');
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
      return label?.trim() ?? '';
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}
