import type { Locator } from 'playwright/test';
import { expect, test } from './admin-desk.ts';

// The reader's own colours ("high contrast"): the browser drops fills, so lines have to show what fills showed.

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

/** The lines around an element, with their widths. */
function lines(target: Locator) {
  return target.first().evaluate((element) => {
    const { borderTopWidth, borderBottomWidth, borderLeftWidth, borderStyle } = getComputedStyle(element);
    return borderStyle === 'none' ? [0] : [borderTopWidth, borderBottomWidth, borderLeftWidth].map(Number.parseFloat);
  });
}

/** Expects heavier lines than around another element of its kind. */
async function expectMarked(marked: Locator, other: Locator) {
  expect(Math.max(...(await lines(marked)))).toBeGreaterThan(Math.max(...(await lines(other))) + 1);
}

async function expectOutlined(target: Locator) {
  await expect(target.first()).toBeVisible();
  expect(Math.min(...(await lines(target)))).toBeGreaterThan(0);
}

test('H1 lines show a customer what is pressed, chosen, done and said', async ({ page, portal, openLink }) => {
  await openLink('anna');
  const yes = page.getByRole('button', { name: 'Ja', exact: true });
  await yes.click();
  await expectMarked(yes, page.getByRole('button', { name: 'Nee', exact: true }));
  await expectOutlined(page.getByRole('button', { name: 'Eén paneel meer' }));
  await expectOutlined(page.getByLabel('Aantal zonnepanelen'));
  await expect(page.getByLabel('Hoe oud zijn de panelen?')).toHaveCSS('appearance', 'auto');
  await expectOutlined(page.getByRole('complementary', { name: 'Hulp nodig?' }));
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('3-4');
  const onward = page.getByRole('button', { name: 'Volgende' });
  await onward.click();

  await expect(page.getByRole('heading', { name: 'Hoeveel opslag wilt u?' })).toBeVisible();
  const unready = await onward.evaluate((button) => getComputedStyle(button).color);
  await page.getByRole('radio', { name: /^6 × 5,7/ }).check();
  await expect(onward).not.toHaveCSS('color', unready);
  await expectMarked(page.locator('.card', { hasText: '6 × 5,7' }).locator('.card-face'), page.locator('.card-face'));
  await expectOutlined(page.getByRole('button', { name: 'Volgende' }));
  await expectMarked(page.locator('.progress-done'), page.locator('.progress-bar span:not(.progress-done)'));

  await openLink('carla');
  await page.getByRole('button', { name: 'Ik wil deze offerte niet' }).click();
  await portal.fault({
    match: 'POST .*/(Notes|Tasks)',
    kind: 'status',
    status: 400,
    times: 2,
  });
  await page.getByRole('button', { name: 'Afwijzing versturen' }).click();
  await expectOutlined(page.getByRole('alert'));
  await page.getByRole('button', { name: 'Afwijzing versturen' }).click();
  // The form has a receipt too, until the page shows the declined offer.
  const receipt = page.locator('.quote-head').getByRole('status');
  await expectOutlined(receipt.filter({ hasText: 'Wij hebben uw afwijzing ontvangen' }));
  await openLink('bram');
  await page.getByRole('button', { name: 'Bel mij' }).click();
  await expectOutlined(page.getByRole('dialog'));
});

test('H1 staff see the open lead, the current page, the confirmation and errors', async ({ page, portal, desk }) => {
  await desk.open('bram');
  const cards = page.locator('.lead-list a');
  if (await cards.first().isVisible()) await expectMarked(page.locator('.lead-list [aria-current]'), cards);
  const tabs = page.getByRole('navigation', { name: 'Admin' });
  await expectMarked(tabs.locator('[aria-current]'), tabs.locator('a:not([aria-current])'));
  await portal.fault({
    kind: 'status',
    status: 400,
    match: 'POST .*/(Calls|Notes)',
    times: 50,
  });
  await desk.press('Neemt niet op');
  await expectOutlined(page.getByRole('alertdialog'));
  await desk.confirm('Neemt niet op?');
  await expectOutlined(page.getByRole('alert').filter({ hasText: 'request failed' }));

  await page.getByRole('link', { name: 'Stats' }).click();
  await page.locator('.chart-key-leads').waitFor();
  const swatches = await page
    .locator('.chart-key')
    .evaluateAll((keys) => keys.map((key) => getComputedStyle(key, '::before').forcedColorAdjust));
  expect(swatches, 'contacts and leads').toEqual(['none', 'none']);
});
