import { plantCalls } from '../bff/call-history.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { staffOf } from '../bff/staff.ts';
import { expect, test } from './admin-desk.ts';

/** Just below 5,000 leads: above that, the server searches. */
let crowd: Portal;
test.beforeAll(async () => {
  crowd = await startPortal({}, undefined, { contacts: 4990 });
});
test.afterAll(() => crowd.close());

test('G1 the longest list of the screen stays small in the page and finds at once', async ({ page, desk }) => {
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

test('G1 a call history that is read in parts says so until it is whole', async ({ page, desk, expectSound }) => {
  const atMs = Date.now() - 24 * 3_600_000;
  const called = (await staffOf(crowd).leads()).slice(0, 2_500).map(({ id }) => id);
  for (const result of ['Neemt niet op', 'Afspraak maken']) {
    await plantCalls(
      crowd,
      called.map((contactId) => ({ contactId, status: 'Completed', result, atMs })),
    );
  }
  await crowd.restart();
  const list = page.waitForResponse(/\/api\/admin\/callcenter$/);
  await desk.enter(`${crowd.url}/admin/callcenter`);
  const { result } = (await (await list).json()) as { result: { contacts: { id: string; group: string }[] } };
  const unread = result.contacts.find(({ group }) => group === 'unread');
  const told = page.getByText(/^Van \d\.\d{3} leads is nog niet nagegaan of zij gebeld zijn/);
  await expect(told).toBeVisible();
  const cards = page.locator('.lead-list li');
  await page.getByLabel('Zoeken').fill(unread?.id ?? 'nobody');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Nog niet nagegaan');
  await expectSound();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^1 van 4\.\d{3} leads$/)).toBeVisible();
    expect(await told.count()).toBe(0);
  }).toPass();
  await expect(cards).toHaveCount(1);
  await expect(cards).not.toContainText('Nog niet nagegaan');
});
