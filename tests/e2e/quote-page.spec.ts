import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { hold, letGo } from '../gallery/scene.ts';
import { DESKTOP, PHONE } from './devices.ts';
import { expect, sidewaysScroll, test } from './portal-page.ts';

// What a reader of the quote should see at once: the seller, the price, the product and the next steps.

test('bram reads an open offer on a phone, on paper and on a desktop', async ({ page, portal, openLink }) => {
  const bram = portal.as('bram');
  const id = bram.dealId;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await test.step('content that arrives late above the reader does not move the page in any engine, also without scroll anchoring', async () => {
    await hold(page, '**/assets/QuoteStory-*.js');
    await bram.get(`/api/contacts/deals/${id}`);
    expect((await portal.record('Deals', id)).Stage).toBe('Available For Customer');
    await openLink('bram');
    const agree = page.getByRole('button', { name: 'Akkoord … Verder' });
    await expect(agree).toBeEnabled();
    await page.evaluate(() => {
      document.documentElement.style.overflowAnchor = 'none';
    });
    await agree.scrollIntoViewIfNeeded();
    const place = async () => (await agree.boundingBox())?.y ?? 0;
    const before = await place();
    await letGo(page);
    await expect(page.getByRole('heading', { name: 'Bij u thuis' })).toBeAttached();
    // A browser scrolls by whole pixels, and the part above may have half of one.
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(1);
  });

  await test.step('F5 "Viewed" is set only after the quote was on the screen', async () => {
    await page.getByText('Eind totaal').scrollIntoViewIfNeeded();
    await expect.poll(async () => (await portal.record('Deals', id)).Stage).toBe('Viewed');
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  const story = page.locator('.quote-story');

  await test.step('the total and the way to the approval stay in view on a phone', async () => {
    const bar = page.locator('.total-stays');
    const button = bar.getByRole('link', { name: 'Naar akkoord' });
    await expect(button).toBeInViewport();
    const box = await button.boundingBox();
    const figure = await bar.locator('.total-figure').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.x).toBeGreaterThan((figure?.x ?? 0) + (figure?.width ?? 0));
    expect((await bar.boundingBox())?.height).toBeLessThan(80);
    // The link has the colour of the button that it leads to.
    const colour = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await button.evaluate(colour)).toBe(
      await page.getByRole('button', { name: 'Akkoord … Verder' }).evaluate(colour),
    );
  });

  await test.step('the crystal stays clear of the price on every width', async () => {
    const { viewport } = PHONE;
    const crystal = page.locator('.offer-crystal');
    const figure = page.locator('.offer-figure .money');
    // The widths of a phone whose owner set larger letters: 20 px on one of 375 px is as narrow as this.
    for (const width of [320, 310, 304, 300, 292, 286]) {
      await page.setViewportSize({ width, height: viewport.height });
      const right = await figure.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return words.getBoundingClientRect().right;
      });
      const left = (await crystal.boundingBox())?.x;
      expect(left ?? Number.POSITIVE_INFINITY, `at ${width} px`).toBeGreaterThan(right);
    }
    await page.setViewportSize(viewport);
  });

  await test.step('the story has the payment, the price of a module, the reasons, the next steps and the adviser', async () => {
    // One facet per module.
    await expect(page.locator('.offer-crystal path')).toHaveCount(6);
    await expect(story).toContainText('De batterij staat 12 meter van de meterkast.');
    await expect(story.locator('svg.distance')).toBeVisible();
    await expect(story).toContainText('€ 12.248,53 na uw bestelling');
    await expect(story).toContainText('€ 4.082,84 per module');
    await expect(story.getByRole('heading', { name: 'Waarom deze batterij' })).toBeVisible();
    await expect(story.locator('ul li')).toHaveCount(3);
    await expect(story.locator('ol li')).toHaveText([/^Schouw/, /^Installatie/, /^Aan/]);
    const adviser = story.locator('.adviser');
    await expect(adviser).toHaveText(/Uw adviseur\s*Tom Verhoeven\s*Direct nummer: 085 000 00 02/);
    await expect(adviser.getByRole('link')).toHaveAttribute('href', 'tel:0850000002');
    await expect(adviser.locator('img')).toBeVisible();
  });

  await test.step('questions are folded on the screen, and complete on paper', async () => {
    const question = page.getByText('Tot wanneer geldt deze offerte?');
    const answer = page.getByText(/Zolang hij op uw persoonlijke pagina staat/);
    await expect(question).toBeVisible();
    await expect(answer).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(answer).toBeVisible();
    // Everything that the printed answers refer to is printed too; references to the screen are not.
    await expect(story.locator('svg.distance')).toBeVisible();
    await expect(story.getByText('€ 12.248,53 na uw bestelling')).toBeVisible();
    await expect(page.getByText(/^U betaalt hooguit de helft vooraf/)).toBeVisible();
    await expect(page.getByText('Klopt de afstand niet?')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await question.click();
    await expect(answer).toBeVisible();
  });

  await test.step('the seller is named once, at the bottom', async () => {
    await expect(page.getByText('KvK 00000000')).toHaveCount(1);
  });

  // Its words and figures, in their order: keyboard.spec.
  await test.step('on a desktop the offer draws the cabinet, and says how long it is valid and why cable is extra', async () => {
    await page.setViewportSize(DESKTOP.viewport);
    await expect(page.getByText('Deze offerte geldt zolang hij op uw pagina staat.')).toBeVisible();
    await expect(page.locator('.offer .cabinet .module')).toHaveCount(6);
    await expect(page.getByText('De eerste 5 meter kabel hoort bij de installatie.')).toContainText(
      'De batterij komt op 12 meter van de meterkast, dus 7 meter is extra.',
    );
  });

  await test.step('a reader who doubts the price finds before the approval how to lower it and when to pay', async () => {
    await page.getByText('Wilt u meer of minder opslag?').click();
    await expect(page.getByText('Kies hieronder bij uw antwoorden een ander aantal modules.')).toBeVisible();
    await page.getByText('Lees de voorwaarden').click();
    await expect(page.getByText(/^U betaalt hooguit de helft vooraf/)).toBeVisible();
  });

  await test.step('§2.5 "Bel mij" opens the booking page, prefilled, only on a click', async () => {
    const { origin } = new URL(page.url());
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    await page.getByRole('button', { name: 'Bel mij' }).click();
    await expect(page.frameLocator('iframe').getByText(/Bram/).first()).toBeVisible();
    const url = new URL(asked.find((each) => each.includes('/booking')) ?? '');
    expect(url.searchParams.get('name')).toBe("Bram van 't Hof");
    expect(url.searchParams.get('email')).toContain('@');
    expect(url.searchParams.get('location')).toMatch(/^(\+31|0)/);
  });
});

test('an order is not a bill, from the signature to the installation', async ({ page, portal, openLink }) => {
  const bram = portal.as('bram');
  await pdfDesk(portal).sign('bram', 'Bram');
  const next = page.locator('.next-steps');
  const thanks = page.locator('.thanks');
  const payment = thanks.getByText('€ 12.248,53 na uw bestelling');
  const inDays = (days: number) =>
    new Date(Date.now() + days * 24 * 3_600_000).toISOString().replace(/\.\d+Z/, '+00:00');
  await openLink('bram');

  await test.step('the next step is the call of the planner', async () => {
    await expect(next.locator('[aria-current=step]')).toContainText('Onze planner belt u binnen twee werkdagen');
  });

  await test.step('the payment is shown as signed, with what comes next', async () => {
    // The thanks list the payments. Only the terms below say in words how much is paid before the installation.
    await expect(thanks).not.toContainText('hooguit de helft');
    // As signed, in view and on paper.
    await expect(thanks.getByRole('heading', { name: 'Zo betaalt u' })).toBeVisible();
    await expect(payment).toBeVisible();
    await expect(thanks.locator('.adviser')).toContainText('Tom Verhoeven');
    await expect(next).toContainText('Een monteur bekijkt bij u thuis de meterkast');
  });

  await test.step('no part of the page sells', async () => {
    await expect(page.locator('.review, .offer-figure')).toHaveCount(0);
  });

  await test.step('the rows of the order are folded, and paper has all of them', async () => {
    const rows = page.locator('table.rows');
    const fold = page.getByText('De bedragen van uw bestelling:');
    await expect(fold).toContainText('€ 24.497,06');
    await expect(rows).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(rows).toBeVisible();
    await expect(page.locator('.total-figure')).toBeVisible();
    await expect(payment).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await fold.click();
    await expect(rows).toBeVisible();
  });

  await test.step('the button to withdraw is a plain one', async () => {
    await expect(page.getByRole('button', { name: 'Overeenkomst herroepen' })).toHaveClass(/button-plain/);
  });

  await test.step('a week later the page no longer promises that call', async () => {
    await page.clock.setFixedTime(Date.now() + 8 * 24 * 3_600_000);
    await page.reload();
    await expect(next).toContainText('Schouw');
    await expect(next).not.toContainText('Onze planner belt u');
    await page.clock.setFixedTime(Date.now());
    await expect(next.locator('[aria-current=step]')).toHaveText(/^Schouw Volgende stap/);
  });

  await test.step('a planned visit has its day', async () => {
    await portal.salesOps('Deals', bram.dealId, { portal_site_visit_at: inDays(6) });
    await page.reload();
    await expect(next).not.toContainText('Onze planner belt u');
    await expect(next.locator('li')).toHaveText([
      /^Getekend .*\(gedaan\)/,
      /^Schouw · .*Volgende stap/,
      /\(later\)/,
      /\(later\)/,
    ]);
  });

  await test.step('a planned step is done once its day has passed', async () => {
    await page.clock.setFixedTime(Date.now() + 8 * 24 * 3_600_000);
    await page.reload();
    await expect(next.locator('li')).toHaveText([
      /\(gedaan\)/,
      /^Schouw · .*\(gedaan\)$/,
      /^Installatie Volgende stap/,
      /\(later\)/,
    ]);
    await expect(next.locator('[aria-current=step]')).toHaveText(/^Installatie/);
  });

  await test.step('a step with a future day is never done, even if a later step has an earlier date', async () => {
    await portal.salesOps('Deals', bram.dealId, {
      portal_site_visit_at: inDays(30),
      portal_installation_at: inDays(20),
    });
    await page.clock.setFixedTime(Date.now() + 25 * 24 * 3_600_000);
    await page.reload();
    await expect(next.locator('[aria-current=step]')).toHaveText(/^Schouw · .*Volgende stap/);
  });
});

test('an order says that it needs the subsidy, and shows the whole name', async ({ page, portal, openLink }) => {
  const name = 'Wilhelmina Alexandra van der Zandschulpen';
  await pdfDesk(portal).sign('karel', name);
  await openLink('karel');
  await expect(page.locator('.thanks').getByText(/de bestelling gaat alleen door als de subsidie/)).toBeVisible();
  const written = page.getByLabel('Getekend door');
  await expect(written).toHaveValue(name);
  const isWhole = () =>
    written.evaluate((field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight + 2);
  expect(await isWhole()).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  expect(await isWhole()).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
});
