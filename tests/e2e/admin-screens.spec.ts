import { type Portal, startPortal } from '../bff/portal.ts';
import { expect, test } from './admin-desk.ts';

/** Just below 5,000 leads: above that, the server searches. */
let crowd: Portal;
test.beforeAll(async () => {
  crowd = await startPortal({}, undefined, { contacts: 4990 });
});
test.afterAll(() => crowd.close());

test('G1 of the longest list few cards are in the page; a search finds a lead at once', async ({ page, desk }) => {
  await desk.enter(`${crowd.url}/admin/callcenter`);
  const cards = page.locator('.lead-list li');
  await expect(page.getByText(/^4\.\d{3} leads$/)).toBeVisible();
  expect(await cards.count()).toBeLessThan(40);
  await page.getByLabel('Zoeken').pressSequentially('lead-004321');
  await expect(cards).toHaveCount(1);
  await page.getByLabel('Zoeken').fill('');
  await expect(page.getByText(/^4\.\d{3} leads$/)).toBeVisible();
  const box = page.locator('.lead-list');
  for (let step = 1; step <= 10; step += 1) {
    const before = await cards.first().getAttribute('aria-posinset');
    await box.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), step / 10);
    await expect(cards.first()).not.toHaveAttribute('aria-posinset', String(before));
  }
  expect(await cards.count()).toBeLessThan(40);
  // A card's details appear once scrolling has stopped.
  await expect(cards.last().locator('.lead-id')).toBeVisible();
  // Search results are shown from the top, wherever the list was.
  await page.getByLabel('Zoeken').fill('lead-0001');
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1');
});
