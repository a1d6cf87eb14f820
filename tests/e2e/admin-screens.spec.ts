import { plantCalls } from '../bff/call-history.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { staffOf } from '../bff/staff.ts';
import { expect, test } from './admin-desk.ts';

test('H1 the gate is sound, empty and refused', async ({ page, desk, expectSound }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
  await expectSound();
  await desk.logIn('fout');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expectSound();
});

test('H1 the stats are sound', async ({ page, desk, expectSound }) => {
  await desk.enter('/admin/stats');
  await expect(page.getByText('Vermogen per fase')).toBeVisible();
  await expectSound();
});

test('H1 the list of leads is sound, and so is the list of shortcuts', async ({ page, desk, expectSound }) => {
  await desk.enter('/admin/callcenter');
  await expect(page.getByRole('link', { name: /Bram van 't Hof/ })).toBeVisible();
  await expectSound();
  await page.getByRole('button', { name: 'Sneltoetsen' }).click();
  await expectSound();
});

for (const [who, what] of [
  ['bram', 'a quote by modules'],
  ['carla', 'an older quote'],
  ['gerrit', 'a quote by hand'],
  ['daan', 'a signed quote'],
  ['eva', 'a drawn signature'],
  ['fatima', 'two deals'],
  ['anna', 'no quote yet'],
] as const) {
  test(`H1 the panel is sound with ${what}, and shows the quote as the customer sees it`, async ({
    page,
    desk,
    expectSound,
  }) => {
    await desk.open(who);
    await page.getByText('Zoals de klant het ziet').click();
    await expectSound();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSound();
  });
}

test('H1 a question, "done" and a failure are sound', async ({ page, desk, expectSound }) => {
  await desk.open('bram');
  await desk.press('Neemt niet op');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectSound();
  await desk.confirm('Neemt niet op?');
  await desk.expectDone();
  await expectSound();
  await desk.press('Verder met deze deal');
  await page.getByLabel('Bedrag:').fill('999999');
  await desk.press('Korting toepassen');
  await desk.confirm('Discount?');
  await expect(page.getByText('request failed')).toBeVisible();
  await expectSound();
});

test('§2.10 a contact without deals says so', async ({ page, portal, desk, expectSound }) => {
  await desk.enter(`/admin/callcenter/contacts/${portal.as('joke').contactId}`);
  await expect(page.getByText('Dit contact heeft geen deals.')).toBeVisible();
  await expectSound();
});

test('E8, fault 29: what does not add up is told to staff', async ({ page, portal, desk }) => {
  await portal.salesOps('Deals', portal.as('bram').dealIds[0] ?? '', { Amount: 1 });
  await portal.salesOps('Deals', portal.as('carla').dealIds[0] ?? '', { gaikan_deal_version: '3' });
  await desk.open('bram');
  await expect(page.getByText(/Het bedrag \(Amount\) in het CRM is anders/)).toBeVisible();
  await page.goto(`/admin/callcenter/contacts/${portal.as('carla').contactId}`);
  await expect(page.getByText(/onbekende versie "3"/)).toBeVisible();
  await expect(page.getByText('Offerte aanpassen:')).toBeHidden();
});

const crowded = test.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const portal = await startPortal({}, undefined, { contacts: 5000 });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

crowded('G1 with 5,000 leads the list stays small in the page and finds at once', async ({ page, desk }) => {
  await desk.enter('/admin/callcenter');
  const cards = page.locator('.lead-list li');
  await expect(page.getByText(/^5\.\d{3} leads$/)).toBeVisible({ timeout: 20_000 });
  expect(await cards.count()).toBeLessThan(40);
  await page.getByLabel('Zoeken').pressSequentially('lead-004321');
  await expect(cards).toHaveCount(1);
  await page.getByLabel('Zoeken').fill('');
  await expect(page.getByText(/^5\.\d{3} leads$/)).toBeVisible();
  const box = page.locator('.lead-list');
  for (let step = 1; step <= 10; step += 1) {
    const before = await cards.first().getAttribute('data-index');
    await box.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), step / 10);
    await expect(cards.first()).not.toHaveAttribute('data-index', String(before));
  }
  expect(await cards.count()).toBeLessThan(40);
});

crowded(
  'G1 a call history that is read in parts says so until it is whole',
  async ({ page, portal, desk, expectSound }) => {
    const atMs = Date.now() - 24 * 3_600_000;
    const called = (await staffOf(portal).leads()).slice(0, 2_500).map(({ id }) => id);
    for (const result of ['Neemt niet op', 'Afspraak maken']) {
      await plantCalls(
        portal,
        called.map((contactId) => ({ contactId, status: 'Completed', result, atMs })),
      );
    }
    await portal.restart();
    await desk.enter('/admin/callcenter');
    const told = page.getByText(/^Van \d\.\d{3} leads is nog niet nagegaan of zij gebeld zijn/);
    await expect(told).toBeVisible({ timeout: 20_000 });
    await page.getByLabel('Zoeken').fill('lead-000059');
    await expect(page.locator('.lead-list li')).toContainText('Nog niet nagegaan');
    await expectSound();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^1 van 5\.\d{3} leads$/)).toBeVisible();
      expect(await told.count()).toBe(0);
    }).toPass();
    await expect(page.locator('.lead-list li')).not.toContainText('Nog niet nagegaan');
  },
);
