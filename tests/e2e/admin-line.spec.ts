import { hold, letGo, refuse } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

// The desk on a slow line, and on a line that breaks.

test('I10 a next lead that arrives late takes nobody from the work they began meanwhile', async ({
  page,
  portal,
  desk,
}) => {
  await desk.open('hanna', 'Sanne de Wit');
  const note = page.getByPlaceholder('Notitie');
  const late = page.getByText('De volgende lead kwam terwijl u al verder was.');
  const ofBram = new RegExp(portal.as('bram').contactId);
  /** Asks for the next lead, does this while the answer is on its way, and then lets the answer arrive. */
  const meanwhile = async (work: () => Promise<void>) => {
    await hold(page, '**/callcenter/next');
    const asked = page.waitForRequest('**/callcenter/next');
    await page.keyboard.press('Alt+n');
    await asked;
    await work();
    const answered = page.waitForResponse('**/callcenter/next');
    await letGo(page);
    await (await answered).finished();
  };

  await test.step('A caller who opened another lead and types there stays on it', async () => {
    await meanwhile(async () => {
      await page.getByRole('link', { name: /Bram van 't Hof/ }).click();
      await expect(page.getByRole('heading', { name: /Bram van 't Hof/, level: 2 })).toBeVisible();
      await expect(note).toHaveValue('');
      await note.fill('belde net zelf');
    });
    await expect(late).toBeVisible();
    await expect(page).toHaveURL(ofBram);
    await expect(note).toHaveValue('belde net zelf');
    await note.fill('');
  });

  await test.step('A caller who types on the same lead stays on it', async () => {
    await meanwhile(() => note.fill('wil toch nog iets'));
    await expect(late).toBeVisible();
    await expect(page).toHaveURL(ofBram);
    await note.fill('');
  });

  await test.step('A caller who went to the stats stays there', async () => {
    await meanwhile(() => page.getByRole('link', { name: 'Stats' }).click());
    // Until the page has rendered what the answer changes.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(page).toHaveURL(/\/admin\/stats$/);
  });
});

test('J10 a price change is confirmed only with its price in view', async ({ page, portal, desk }) => {
  const { dealId } = portal.as('bram');
  const discount = async () => (await portal.record('Deals', dealId)).gaikan_discount;
  await desk.open('bram', 'Sanne de Wit');
  const question = page.getByRole('alertdialog');
  const yes = question.getByRole('button', { name: 'Ja' });
  await test.step('C6 "Ja" waits for the price, and says so', async () => {
    await hold(page, '**/callcenter/preview');
    await page.getByLabel('Bedrag:').fill('500');
    await desk.press('Korting toepassen');
    await expect(yes).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await expect(yes).toHaveAccessibleDescription('De nieuwe prijs wordt berekend …');
    expect(await discount()).toBeNull();
  });

  await test.step('"Ja" stays disabled if the change will be refused', async () => {
    await refuse(page, '**/callcenter/preview', 422, 'field_invalid');
    await expect(question).toContainText('De nieuwe prijs is niet te tonen.');
    await page.keyboard.press('Enter');
    await expect(yes).toHaveAccessibleDescription('Deze wijziging wordt niet aangenomen.');
    await page.keyboard.press('Escape');
    await letGo(page);
    expect(await discount()).toBeNull();
  });

  await test.step('Without an answer the caller can go on, and reads that the price is not known', async () => {
    await page.route('**/callcenter/preview', (route) => route.abort('connectionreset'));
    await page.getByLabel('Bedrag:').fill('250');
    await desk.press('Korting toepassen');
    await expect(question).toContainText('De nieuwe prijs is niet te tonen.');
    await desk.confirm('Discount?');
    await desk.expectDone();
    expect(await discount()).toBe(250);
  });
});

test('G4 an answer that is lost on the line is told as unknown', async ({ page, portal, desk, context }) => {
  const { contactId } = portal.as('hanna');
  await desk.open('hanna', 'Sanne de Wit');
  const path = '**/callcenter/action';
  const unknown = page.getByText('Wij weten niet of dit is vastgelegd.');
  await test.step('A press that was certainly not sent failed', async () => {
    await context.setOffline(true);
    await desk.act('Te duur');
    await expect(page.getByText('Dit is niet gelukt. Wat u typte staat er nog. Er is geen verbinding')).toBeVisible();
    await context.setOffline(false);
  });

  await test.step('A press whose answers are lost may be recorded', async () => {
    await page.getByPlaceholder('Notitie').fill('te duur, zegt zij');
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await desk.act('Te duur');
    await expect(unknown).toBeVisible();
    await expect(page.getByText('Probeer het opnieuw; dubbel vastleggen kan niet.')).toBeVisible();
  });

  await test.step('Its note is not asked about, and on another lead it is told as unknown too', async () => {
    await page.getByRole('link', { name: /Bram van 't Hof/ }).click();
    await expect(page.locator('.failed-actions')).toContainText('Onbekend: Te duur · Hanna Smit.');
    await expect(page.locator('.failed-actions')).not.toContainText('Niet vastgelegd');
    await page.unroute(path);
    await page.getByRole('link', { name: 'Terug naar deze lead' }).click();
  });

  await test.step('Another outcome after it is refused, and nobody is told that it was somebody else', async () => {
    await desk.act('Geen interesse');
    await expect(page.getByText(/Sanne de Wit heeft .* "Te duur" vastgelegd\./)).toBeVisible();
    await expect(page.getByText('Iemand anders')).toBeHidden();
    expect(await portal.related('Contacts', contactId, 'Calls', 'Call_Result')).toHaveLength(1);
  });
});

test('I9 the number is no link while the portal cannot be reached', async ({ page, desk }) => {
  await page.clock.install();
  await desk.open('bram', 'Sanne de Wit');
  const number = page.locator('.contact .phone-link');
  const call = page.locator('a[href^="tel:"]');
  const why = page.getByText('Het portaal is niet bereikbaar');
  await expect(call.first()).toBeVisible();
  await page.route('**/presence', (route) => route.abort('connectionreset'));
  await page.clock.fastForward(6_000);
  await expect(call.first()).toBeVisible();
  await expect(why).toBeHidden();
  await page.clock.fastForward(30_000);
  await expect(why).toBeVisible();
  await expect(call).toHaveCount(0);
  await expect(number).toHaveText('06-00000102');
  await page.unroute('**/presence');
  await page.clock.fastForward(10_000);
  await expect(call.first()).toBeVisible();
  await expect(why).toBeHidden();
});
