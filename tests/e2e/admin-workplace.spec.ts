import type { Locator, Page } from 'playwright/test';
import { plantCalls } from '../bff/call-history.ts';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';
import { LAYOUT_RULES } from './axe-findings.ts';
import { DESKTOP, PHONE } from './devices.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not on the screen`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The scroll heights of the page and its main part. */
async function pageScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .callcenter, .work')]
      .map((part) => part.scrollHeight - part.clientHeight)
      .reduce((most, rest) => Math.max(most, rest), 0),
  );
}

/** Other controls that overlap this part on the screen. */
async function controlsUnder(page: Page, part: string): Promise<(string | null)[]> {
  return page.locator(part).evaluate((element) => {
    const strip = element.getBoundingClientRect();
    return [...document.querySelectorAll('button, a, input, select, textarea, summary')]
      .filter((control) => !element.contains(control) && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return right > strip.left && left < strip.right && bottom > strip.top && top < strip.bottom;
      })
      .map(({ textContent }) => textContent);
  });
}

test('A lead is laid out for the call, on a phone, a tablet and wide screens', async ({ page, desk, expectSound }) => {
  await desk.enter('/admin/callcenter');
  await test.step('§2.10 while a lead loads its number is shown and does not move', async () => {
    for (const { viewport } of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await page.goto('/admin/callcenter');
      const card = page.getByRole('link', { name: /Bram van 't Hof/ });
      await expect(card).toBeVisible();
      await hold(page, /\/callcenter\/contacts\/\d+$/);
      await card.click();
      const number = page.locator('.contact .phone-link');
      await expect(number).toHaveAttribute('href', 'tel:0600000102');
      await expect(page.locator('.deal-pane').getByText('...', { exact: true })).toBeVisible();
      const before = await boxOf(number);
      await letGo(page);
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
      expect(await boxOf(number)).toEqual(before);
    }
  });

  await test.step('§2.10 on a wide screen list, person and deal are side by side', async () => {
    await page.getByText('Zoals de klant het ziet').click();
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [queue, person, deal] = await Promise.all(
        ['.leads', '.contact', '.deal-pane'].map((pane) => boxOf(page.locator(pane))),
      );
      expect(queue?.right).toBeLessThanOrEqual(person?.x ?? 0);
      expect(person?.right).toBeLessThanOrEqual(deal?.x ?? 0);
      for (const pane of [queue, person, deal]) expect(pane?.bottom).toBeCloseTo(height, 0);
      expect(await pageScroll(page)).toBe(0);

      await page.locator('.customer-view .quote').scrollIntoViewIfNeeded();
      await expect(page.locator('.customer-view').getByText('Eind totaal € 24.497,06')).toBeVisible();
      expect(await page.locator('.deal-pane').evaluate((pane) => pane.scrollTop)).toBeGreaterThan(0);
      await expect(page.locator('.contact .phone-link')).toBeInViewport();
      await expect(page.getByLabel('Zoeken')).toBeInViewport();
      expect(await pageScroll(page)).toBe(0);
      await page.locator('.deal-pane').evaluate((pane) => pane.scrollTo(0, 0));
    }
    await page.getByText('Zoals de klant het ziet').click();
  });

  const buttonsOf = (group: string) =>
    page
      .getByRole('group', { name: group, exact: true })
      .getByRole('button')
      .filter({ has: page.locator('.key-hint') });
  for (const { viewport } of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await test.step(`§2.10 at ${viewport.width} pixels no text is larger than the number to call`, async () => {
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll('.admin *')].map((part) => ({
          part: part.className,
          size: Number.parseFloat(getComputedStyle(part).fontSize),
        })),
      );
      const most = Math.max(...sizes.map(({ size }) => size));
      expect(sizes.filter(({ size }) => size === most).map(({ part }) => part)).toContain('phone-link');
    });

    await test.step(`§2.10 at ${viewport.width} pixels the digits of the outcomes follow the reading order`, async () => {
      await expect(buttonsOf('Niet bereikt')).toHaveText(['Neemt niet op1']);
      await expect(buttonsOf('Gesproken')).toHaveText(['Akkoord2', 'Afspraak maken3', 'Later terug bellen4']);
      await expect(buttonsOf('Sluit af')).toHaveText(['Geen interesse5', 'Te duur6', 'Niet meer bellen7']);
    });

    await test.step(`§2.10 at ${viewport.width} pixels the outcomes that do not end the contact look alike`, async () => {
      const peers = [...(await buttonsOf('Gesproken').all()), ...(await buttonsOf('Niet bereikt').all())];
      const looks = peers.map((button) => button.evaluate((each) => getComputedStyle(each).background));
      expect(new Set(await Promise.all(looks)).size).toBe(1);
    });

    await test.step(`§2.10 at ${viewport.width} pixels the outcomes that end the contact are apart, below the others`, async () => {
      const others = await boxOf(page.getByRole('button', { name: 'Later terug bellen', exact: true }));
      for (const button of await buttonsOf('Sluit af').all()) {
        expect((await boxOf(button)).y).toBeGreaterThan(others.bottom + 16);
      }
    });
  }

  await test.step('§2.10 at 768 pixels the deal is below the person, and an outcome can be recorded', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const [queue, person, deal] = await Promise.all(
      ['.leads', '.contact', '.deal-pane'].map((pane) => boxOf(page.locator(pane))),
    );
    expect(queue?.right).toBeLessThanOrEqual(person?.x ?? 0);
    expect(person?.bottom).toBeLessThanOrEqual(deal?.y ?? 0);
    expect(await pageScroll(page)).toBe(0);
    await desk.complete('Neemt niet op');
    await expectSound();
  });
});

test('J10 at 1366 × 768 a call needs no scrolling', async ({ page, portal, desk, expectSound }) => {
  const carla = portal.as('carla');
  const messages = carla.deal;
  await carla.post(`${messages}/question`, { text: 'Past hij in de garage?' });
  const text = 'Liever in de schuur, achter de fietsen';
  await carla.post(`${messages}/wish`, { props: { survey1_battery_box_distance_m: '9' }, text });
  const asked: string[] = [];
  page.on('request', (request) => /photos|google/.test(request.url()) && asked.push(request.url()));
  await page.setViewportSize({ width: 1366, height: 768 });
  await desk.open('carla');
  await expect(page.locator('.last-words')).toContainText(/De klant wenst een wijziging · .*4 → 9.*achter de fietsen/s);
  await expect(page.getByRole('link', { name: /Carla Timmermans/ })).toContainText('Wenst een wijziging');
  const outcomes = ['Akkoord', 'Afspraak maken', 'Later terug bellen', 'Neemt niet op', 'Geen interesse', 'Te duur'];
  const inView = [
    page.locator('.contact .phone-link'),
    page.getByText('Geen toestemming bekend'),
    page.locator('.last-words'),
    page.getByPlaceholder('Notitie'),
    ...[...outcomes, 'Niet meer bellen'].map((name) => page.getByRole('button', { name, exact: true })),
    page.getByLabel('Losse notitie'),
    page.getByRole('button', { name: 'Notitie toevoegen' }),
    page.getByRole('heading', { name: 'Notes' }),
  ];
  for (const part of inView) await expect(part).toBeInViewport({ ratio: 1 });
  const events = page.locator('.notes .event strong');
  await expect(events).toHaveText([/^Wens over offerte/, /^Vraag over offerte/, 'Belresultaat: Later terug bellen']);
  await expect(page.getByText('Geen bezwaar bekend')).toHaveCount(0);
  for (const fold of ['.contact-answers', '.contact-photos', '.contact-map', '.owner-editor', '.field-list dl']) {
    await expect(page.locator(fold)).toBeHidden();
  }
  expect(asked).toEqual([]);
  await expectSound();
});

test('The desk shows the last confirmed action until the logout', async ({ page, portal, desk, expectSound }) => {
  const { contactId } = portal.as('bram');
  const missed = { contactId, status: 'Completed', result: 'Neemt niet op' } as const;
  const hours = [1, 2, 3, 4, 5, 6, 7, 8];
  await plantCalls(
    portal,
    hours.map((ago) => ({ ...missed, atMs: Date.now() - ago * 3_600_000 })),
  );
  await desk.open('bram', 'Sanne de Wit');
  const told = page.locator('.last-confirmed');
  await expect(told).toBeEmpty();
  const panes = await boxOf(page.locator('.work-panes'));
  await test.step('J10 the last confirmed action is in the timeline of its lead', async () => {
    await page.getByPlaceholder('Notitie').fill('Zit in de auto');
    await desk.complete('Neemt niet op');
    await desk.press('Verder met deze deal');
    const newest = page.locator('.notes > ul > .event');
    await expect(newest).toHaveCount(8);
    await expect(newest.first()).toContainText(/Belresultaat: Neemt niet op.*Zit in de auto.*Sanne de Wit/s);
    await expect(page.getByText('Eerste contact')).toBeHidden();
    await desk.unfold('Ouder (2)');
    await expect(page.getByText('Eerste contact')).toBeVisible();
  });

  await test.step('G4 the last confirmed action stays visible beside the next lead, and covers no control', async () => {
    await page.keyboard.press('Alt+n');
    await expect(page.getByRole('heading', { name: "Bram van 't Hof" })).toBeHidden();
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    await expect(told).toContainText(/^\d\d:\d\d vastgelegd: Neemt niet op · Bram van 't Hof/);
    expect(await boxOf(page.locator('.work-panes'))).toEqual(panes);
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(told).toBeVisible();
      expect(await controlsUnder(page, '.last-confirmed'), `at ${width}`).toEqual([]);
      await expectSound(width === 1280 ? undefined : LAYOUT_RULES);
    }
  });

  await test.step('G4 the last confirmed action leads back to its lead', async () => {
    await page.getByRole('link', { name: 'Terug naar deze lead' }).click();
    await expect(page.getByRole('heading', { name: "Bram van 't Hof" })).toBeVisible();
  });

  await test.step('§2.10 the number of a contact who must not be called is not a link, and the reason is above it', async () => {
    await desk.complete('Niet meer bellen');
    const reason = page.getByText('deze klant wil niet gebeld worden');
    for (const { viewport } of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expect(reason).toBeVisible();
      expect((await boxOf(reason)).bottom).toBeLessThanOrEqual((await boxOf(page.locator('.contact .phone-link'))).y);
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
    }
    expect(await portal.record('Contacts', contactId)).toMatchObject({ Tag: [{ name: 'niet-bellen' }] });
  });

  await test.step('G4 the last confirmed action disappears with the session', async () => {
    await desk.press('Logout');
    await desk.logIn();
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    await expect(told).toBeEmpty();
  });

  await test.step('§2.10 a callback says that this contact must not be called', async () => {
    const later = page.getByRole('button', { name: 'Later terug bellen', exact: true });
    await expect(later).toHaveAccessibleDescription(/niet gebeld/);
  });
});
