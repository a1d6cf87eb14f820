import type { Request } from 'playwright/test';
import { ownersOf, staffOf } from '../bff/staff.ts';
import { refuse } from '../gallery/scene.ts';
import { expect, inTime, next, returnToTab, test } from './portal-page.ts';

// Former dead ends for a customer: each of them now has a way out.

test('Bram changes his answers in a new visit to his offer', async ({ page, context, portal, openLink }) => {
  await page.clock.install();
  const bram = portal.as('bram');
  const id = bram.dealId;
  const parts = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'script' && parts.add(request));
  page.on('requestfinished', (request) => parts.delete(request));
  await openLink('bram');
  const answers = page.getByRole('region', { name: 'Uw antwoorden' });
  const shown = async (street: string) => {
    await expect(page.locator('.quote')).toContainText(street);
    await expect(answers).toContainText(street);
  };

  await test.step('I4 in a new visit every answer can be changed', async () => {
    await expect(answers.getByRole('link', { name: /^Wijzig/ })).toHaveCount(4);
    // Waits for all parts of the quote before the connection is cut: a browser may remember a module whose load was cut
    // off.
    await expect(page.getByRole('heading', { name: 'Waarom deze batterij' })).toBeVisible();
    await expect.poll(() => parts.size).toBe(0);
  });

  await test.step('a part of the page that is still loading says what it waits for', async () => {
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await answers.getByRole('link', { name: 'Wijzig Plaats' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Er is geen verbinding.' })).toBeVisible();
    await context.setOffline(false);
  });

  await test.step('I4 the customer returns to the quote, with the changed answer and an address that was changed elsewhere', async () => {
    await expect(page).toHaveURL(/\/pages\/3$/);
    const metres = page.getByRole('textbox', { name: /meter/ });
    await metres.fill('21');
    await page.reload();
    await expect(metres).toHaveValue('21');
    // The answer to a save brings the address too.
    await portal.salesOps('Contacts', bram.contactId, { Mailing_Street: 'Singel 8' });
    await next(page).click();
    await expect(page).toHaveURL(/\/deals\/\d+\/$/);
    await expect(answers).toContainText('21 meter');
    await shown('Singel 8');
    expect(await portal.record('Deals', id)).toMatchObject({ survey1_battery_box_distance_m: '21' });
  });

  await test.step('an address that is changed elsewhere is shown wherever the offer is, as soon as the offer is read again', async () => {
    // The page reads the address again when the customer returns to it.
    await portal.salesOps('Contacts', bram.contactId, { Mailing_Street: 'Kade 5', Phone: '0600000099' });
    await page.clock.fastForward(20_000);
    await returnToTab(page);
    await shown('Kade 5');
    await expect(answers).toContainText('0600000099');
  });

  await test.step('I4 the customer can also return to the quote without a change', async () => {
    await answers.getByRole('link', { name: 'Wijzig Zonnepanelen' }).click();
    await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
    // The offer is released, and stays so: it is not provisional.
    await expect(page.locator('summary').filter({ hasText: 'offerte' })).toHaveText(
      /^Uw huidige offerte €\s[\d.,]+ incl\. btw Zo staat hij nu op uw pagina\.$/,
    );
    await page.getByRole('link', { name: 'Vorige' }).click();
    await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  });
});

test('Bram comes back from a malformed deal address and a refused link', async ({ page, portal, openLink }) => {
  const { hash, get } = portal.as('bram');
  const stored = () => page.evaluate(() => localStorage.getItem('survey_hash'));
  const offer = page.getByRole('heading', { name: 'Uw offerte:' });

  await test.step('a malformed deal address leads to no offer, and shows a way on', async () => {
    const { status, body } = await get('/api/contacts/deals/abc');
    expect([status, body.error]).toEqual([404, 'not_found']);
    await openLink('bram');
    await expect(offer).toBeVisible();
    await page.goto('/deals/abc/');
    await expect(page.getByText('Wij vinden deze offerte niet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Naar uw offertes' }).click();
    await expect(page.getByText('Wij vinden deze offerte niet')).toHaveCount(0);
  });

  await test.step('I6 after a refused link the good link is still on the device, and the page offers it', async () => {
    await page.goto(`/?survey_hash=${hash.slice(0, -3)}`);
    await expect(page.getByText(/Deze link kennen wij niet/)).toBeVisible();
    expect(await stored()).toBe(hash);
    // The tab does not open another person's pages by itself: it asks first.
    await page.reload();
    await expect(page.getByText(/Deze link kennen wij niet/)).toBeVisible();
    await page.getByRole('button', { name: 'Verder met mijn eigen link' }).click();
    await expect(offer).toBeVisible();
  });

  await test.step('the link of another customer replaces the one on the device', async () => {
    await openLink('carla');
    await expect(offer).toBeVisible();
    await expect.poll(stored).toBe(portal.as('carla').hash);
  });

  const other = await page.context().newPage();
  await test.step('a reloaded tab keeps its own link, also if another tab opened another link since', async () => {
    await other.goto(`/?survey_hash=${hash}`);
    await expect(other.getByRole('button', { name: /^Bent u niet Bram/ })).toBeVisible();
    await expect.poll(stored).toBe(hash);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Bent u niet Carla/ })).toBeVisible();
  });

  await test.step('during an outage a tab leads to no other person: it can only try again', async () => {
    expect(await stored()).toBe(portal.as('carla').hash);
    await refuse(other, '**/api/contacts/verify', 503, 'crm_unavailable');
    await other.reload();
    await expect(other.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Verder met mijn eigen link' })).toHaveCount(0);
  });
});

test('F1 Bram cannot sign an offer that sales ops changed meanwhile', async ({ page, portal, openLink }) => {
  const id = portal.as('bram').dealId;
  const { survey1_client_visible, survey1_calc, gaikan_saltion_battery_modules } = await portal.record('Deals', id);
  const offered = { survey1_client_visible, survey1_calc, gaikan_saltion_battery_modules };
  for (const [state, change] of [
    ['hidden', { survey1_client_visible: false }],
    ['left without a calculation', { survey1_calc: null }],
    ['changed so that it is no longer complete', { gaikan_saltion_battery_modules: '8' }],
  ] as const) {
    await test.step(`F1 its sign form is open and a quote is ${state}: it says that nothing was signed`, async () => {
      await portal.salesOps('Deals', id, offered);
      await openLink('bram');
      await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
      await page.getByLabel('Uw naam').fill('Bram');
      await portal.salesOps('Deals', id, change);
      await page.getByRole('button', { name: /^Akkoord/ }).click();
      await expect(page.getByText('Deze offerte staat niet meer open om te tekenen')).toBeVisible();
      const notice = page.getByRole('alert');
      await expect(notice).toContainText('Er is niets ondertekend');
      await expect(notice).toBeInViewport();
      await expect(page.getByText(/kunt u opnieuw akkoord gaan/)).toHaveCount(0);
      await expect(page.getByLabel('Uw naam')).toHaveCount(0);
      expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
    });
  }
});

test('Bram reads and signs while a deployment removes parts of his page', async ({ page, portal, openLink }) => {
  await page.clock.install();
  const again = page.getByRole('button', { name: 'Pagina opnieuw laden' });
  const withdraw = page.getByRole('button', { name: 'Overeenkomst herroepen' });
  const thanks = page.getByText('Bedankt voor uw bestelling');

  await test.step('without its extras the offer stays', async () => {
    await page.route(/\/assets\/(Crystal|QuoteStory|GoodToKnow)/, (route) => route.abort());
    let tries = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('QuoteStory')) tries += 1;
    });
    await openLink('bram');
    // The page asks for each part five times.
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000);
        return tries;
      })
      .toBe(5);
    await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('the end of a signed order is fetched before the signature', async () => {
    await openLink('bram');
    const fetched = page.waitForEvent('requestfinished', (request) => request.url().includes('SignedEnd'));
    await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
    await fetched;
    await page.route(/\/assets\//, (route) => route.abort());
    await page.getByLabel('Uw naam').fill('Bram');
    await page.getByRole('button', { name: /^Akkoord/ }).click();
    await expect(thanks).toBeVisible();
    await expect(withdraw).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('an order whose end cannot be loaded stays readable, and offers to load the page again', async () => {
    await page.route(/\/assets\/SignedEnd/, (route) => route.abort());
    await page.reload();
    await inTime(again);
    await expect(thanks).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await expect(withdraw).toBeEnabled();
  });

  await test.step('so does an order whose withdrawal somebody wrote in the CRM', async () => {
    const { dealId } = portal.as('bram');
    await portal.salesOps('Deals', dealId, { portal_withdrawn_at: '2026-01-05T10:00:00+01:00' });
    await page.route(/\/assets\/SignedEnd/, (route) => route.abort());
    await page.reload();
    await inTime(again);
    await expect(page.getByRole('heading', { level: 1, name: /herroepen/ })).toBeVisible();
    await page.unrouteAll();
    await portal.salesOps('Deals', dealId, { portal_withdrawn_at: null });
    await again.click();
  });

  await test.step('the page of a withdrawn order is fetched before the withdrawal', async () => {
    const fetched = page.waitForEvent('requestfinished', (request) => request.url().includes('UnsoldQuote'));
    await withdraw.click();
    await fetched;
    await page.route(/\/assets\//, (route) => route.abort());
    await page.getByRole('button', { name: 'Ja, ik herroep deze overeenkomst' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /herroepen/ })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('an offer stays readable without the controls that agree to it', async () => {
    await page.route(/\/assets\/OlderApproveControls/, (route) => route.abort());
    await openLink('carla');
    await inTime(again);
    await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  });
});

test('Bram’s link is replaced while he signs: his name waits at the new link', async ({ page, portal, openLink }) => {
  const { contactId, dealIds } = portal.as('bram');
  const name = page.getByLabel('Uw naam');
  await openLink('bram');
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
  await name.fill('Bram');
  const { sanne = '' } = await ownersOf(portal);
  expect((await staffOf(portal, sanne).act({ action: 'new-link', contactId })).status).toBe(200);
  await page.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(page.getByRole('heading', { name: 'Deze link kennen wij niet' })).toBeVisible();
  await expect(page.getByText(/vervangen door een nieuwe/)).toBeVisible();
  await expect(page.getByPlaceholder('email')).toBeVisible();
  expect((await portal.record('Deals', dealIds[0] ?? '')).gaikan_signature_plain).toBeNull();

  const other = await page.context().newPage();
  await other.goto(`/?survey_hash=${(await portal.record('Contacts', contactId)).survey1_hash}`);
  await expect(other.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Verder met mijn eigen link' }).click();
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
  await expect(name).toHaveValue('Bram');
});
