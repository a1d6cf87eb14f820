import type { Page, Route } from 'playwright/test';
import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { staffOf } from '../bff/staff.ts';
import { PHONE } from './devices.ts';
import { expect, test } from './portal-page.ts';

// Carla has an older quote, ready to approve: financing, signing, and what comes after.

test('F6 Carla signs with financing, which is in a note and in the evidence', async ({ page, portal, openLink }) => {
  const id = portal.as('carla').dealId;
  await openLink('carla');
  const financed = page.getByRole('button', { name: /^Verder met financiering/ });
  await financed.click();
  await expect(page.locator('.financing-chosen')).toContainText('€ 129,00 per maand, 15 jaar vast**');
  await expect(page.locator('.financing-chosen')).toContainText('maximaal 180 maanden');
  await page.getByRole('button', { name: 'Andere keuze maken' }).click();
  await page.getByRole('button', { name: 'Verder zonder financiering' }).click();
  await expect(page.getByText('U koos: zonder financiering.')).toBeVisible();
  await page.getByRole('button', { name: 'Andere keuze maken' }).click();
  await financed.click();
  await expect(page.getByText('Teken de offerte met uw naam:')).toBeVisible();
  await expect(page.getByText('U koos: met financiering.')).toBeVisible();
  await expect(page.getByText('14 dagen bedenktijd')).toBeVisible();
  await expect(page.getByText('voorbeeld-2026-11')).toBeVisible();
  await page.getByLabel('Uw naam').fill('Carla Timmermans');
  await page.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
  await portal.delivered();
  const notes = await portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content');
  expect(notes.some(({ Note_Title }) => String(Note_Title).startsWith('Financiering: met ('))).toBe(true);
  const evidence = notes.find(({ Note_Title }) => String(Note_Title).startsWith('Ondertekening'));
  expect(String(evidence?.Note_Content)).toMatch(/Betaling: met financiering, €\s129,00 per maand/);
});

test('Carla asks a question, declines her offer, and continues', async ({ page, context, portal, openLink }) => {
  const id = portal.as('carla').dealId;
  await openLink('carla');

  await test.step('A2 a question keeps its text over a reload and a lost connection, and is sent once', async () => {
    const ask = page.getByRole('button', { name: 'Ik heb een vraag over deze offerte' });
    await ask.click();
    const text = page.getByLabel('Uw vraag');
    await expect(text).toBeFocused();
    await expect(page.getByRole('button', { name: 'Vraag versturen' })).toHaveAttribute('aria-disabled', 'true');
    await text.fill('Kan het ook in de schuur?');
    await page.reload();
    await ask.click();
    await expect(text).toHaveValue('Kan het ook in de schuur?');

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Vraag versturen' }).click();
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(page.locator('.notice-warning')).toContainText('Wij weten nog niet of uw vraag is aangekomen.');
    await expect(text).toHaveValue('Kan het ook in de schuur?');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Vraag versturen' }).click();
    await expect(page.getByText(/Wij hebben uw vraag ontvangen op/)).toBeVisible();
    await expect(page.getByText('Kan het ook in de schuur?')).toBeVisible();
    const asked = await portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content');
    expect(asked.filter(({ Note_Content }) => String(Note_Content).includes('in de schuur'))).toHaveLength(1);
    expect(await portal.related('Deals', id, 'Tasks', 'Subject')).toHaveLength(1);
  });

  await test.step('A2 "Ik wil deze offerte niet" needs no reason', async () => {
    const isLead = async () => (await staffOf(portal).leads()).some((lead) => lead.id === portal.as('carla').contactId);
    expect(await isLead()).toBe(true);
    await page.getByRole('button', { name: 'Ik wil deze offerte niet' }).click();
    await expect(page.getByText(/Wij bellen u dan niet meer over deze offerte/)).toBeVisible();
    // The two buttons are apart, and on a low screen no header covers them.
    const send = page.getByRole('button', { name: 'Afwijzing versturen' });
    const box = await send.boundingBox();
    const cancel = await page.getByRole('button', { name: 'Nee, terug' }).boundingBox();
    const across = (cancel?.x ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0));
    const below = (cancel?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
    expect(Math.max(across, below)).toBeGreaterThanOrEqual(12);
    await expect(page.locator('.header')).toHaveCSS('position', 'sticky');
    await page.setViewportSize({ width: 320, height: 256 });
    await expect(page.locator('.header')).toHaveCSS('position', 'static');
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: 'Te duur' }).click();
    await expect(page.getByLabel('Waarom niet?')).toHaveValue('Te duur');
    await page.getByLabel('Waarom niet?').fill('');
    // Something between the browser and the portal answers in its place: the page sends it again.
    const answers = Promise.withResolvers<void>();
    const answer = async (route: Route) => {
      await answers.promise;
      await route.fulfill({ json: {} });
    };
    await page.route('**/decline', answer, { times: 1 });
    await send.click();
    // What is on its way cannot be taken back.
    for (const name of ['Nee, terug', 'Te duur', 'Ik wil deze offerte niet', 'Ik heb een vraag over deze offerte'])
      await expect(page.getByRole('button', { name })).toBeDisabled();
    answers.resolve();
    const receipt = page.locator('.quote-head').getByText('Wij hebben uw afwijzing ontvangen');
    await expect(receipt).toBeVisible();
    const notes = await portal.related('Deals', id, 'Notes', 'Note_Title');
    expect(notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Offerte afgewezen'))).toHaveLength(1);
    expect((await portal.record('Deals', id)).Stage).not.toBe('Closed Lost');
    expect(await isLead()).toBe(false);
    await page.reload();
    await expect(receipt).toBeVisible();
    await expect(page.getByText(/^Afgewezen op \w\w \d/)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: /^Afgewezen op \d+ \w+ 20\d\d – toch verder\?$/ })).toBeVisible();
    await expect(page.locator('.offer-figure')).toHaveCSS('font-weight', '400');
    await expect(page.getByRole('button', { name: 'Ik wil deze offerte niet' })).toHaveCount(0);
  });

  await test.step('"Toch verder" opens the declined offer again, with its rows unfolded', async () => {
    // Nobody agrees to hidden rows: "Toch verder" unfolds them.
    const row = page.getByText('Vroegboekkorting');
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Toch verder' }).click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Dag Carla, dit is uw offerte' })).toBeFocused();
    await expect(page.getByText('U hoeft niets meer te doen')).toHaveCount(0);
    await expect(page.getByText('U bekijkt deze offerte opnieuw. Er is nog niets besteld.')).toBeVisible();
    await expect(page.getByText('Wat gebeurt er als u tekent?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verder zonder financiering' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download als PDF' })).toBeVisible();
  });
});

test('F4 "Overeenkomst herroepen" takes two steps and gives a dated receipt', async ({ page, portal, openLink }) => {
  const daan = portal.as('daan');
  const id = daan.dealId;
  const withdrawals = async () =>
    (await portal.related('Deals', id, 'Notes', 'Note_Title')).filter(({ Note_Title }) =>
      String(Note_Title).startsWith('Herroeping'),
    );
  await openLink('daan');
  const start = page.getByRole('button', { name: 'Overeenkomst herroepen' });
  await start.click();
  await expect(page.getByRole('heading', { name: 'Overeenkomst herroepen?' })).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: '€ 17.519,59 incl. btw' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Per e-mail naar d•••@example.nl' })).toBeVisible();
  await page.getByRole('button', { name: 'Nee, terug' }).click();
  expect(await withdrawals()).toEqual([]);

  await start.click();
  await portal.fault({
    match: '(PUT|POST) .*/(Deals|Notes|Tasks)',
    kind: 'status',
    status: 400,
  });
  await page.getByRole('button', { name: 'Ja, ik herroep deze overeenkomst' }).click();
  await expect(page.getByRole('alert').locator('strong')).toHaveText('Niet herroepen');
  await expect(page.getByRole('alert').getByRole('link', { name: '085 000 00 00' })).toBeVisible();
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByText('Ontvangstbevestiging')).toHaveCount(0);
  await portal.noFaults();
  // The withdrawal arrives and its answer is lost. The page must not say that the withdrawal is missing.
  await page.route('**/withdraw', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Ja, ik herroep deze overeenkomst' }).click();
  const receipt = page.getByRole('status').filter({ hasText: 'Ontvangstbevestiging van uw herroeping' });
  await expect(receipt).toContainText(
    /Herroepen op \d+ \w+ 20\d\d\. Wij hebben uw herroeping ontvangen op \w{2} \d+ \w+ 20\d\d \d\d:\d\d/,
  );
  await expect(receipt).toContainText(/Wat u al heeft betaald, krijgt u uiterlijk op \d+ \w+ 20\d\d terug\./);
  await expect(receipt).toBeFocused();
  await expect(page.getByText('nog niet vastgelegd')).toHaveCount(0);
  const told = await receipt.innerText();
  await page.reload();
  expect(await receipt.innerText()).toBe(told);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dag Daan, u heeft uw bestelling herroepen');
  await expect(start).toHaveCount(0);
  expect(await withdrawals()).toHaveLength(1);
  expect(await portal.related('Deals', id, 'Tasks', 'Subject')).toHaveLength(1);
  expect((await portal.record('Deals', id)).Stage).toBe('Closed Won');
});

test('B6 in a preview nothing can be sent or added, and looking leaves nothing', async ({ page, portal }) => {
  await page.goto(`/?survey_hash=${portal.as('carla').hash}&preview=1`);
  await expect(page.getByRole('button', { name: /^Verder met financiering/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Verder zonder financiering' })).toBeDisabled();
  await page.getByRole('button', { name: 'Ik wil deze offerte niet' }).click();
  await expect(page.getByRole('button', { name: 'Afwijzing versturen' })).toBeDisabled();

  const joke = portal.as('joke');
  await page.goto(`/pages/box_pictures?survey_hash=${joke.hash}&preview=1`);
  await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page).not.toHaveURL(/box_pictures/);

  await joke.post('/api/contacts/contactDetails', {
    properties: {
      survey_1_has_solar_panels: false,
      survey1_preferred_battery_size: '20',
      survey1_battery_box_distance_m: '4',
    },
  });
  await page.goto(`/pages/complete?survey_hash=${joke.hash}&preview=1`);
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
  expect(await portal.related('Contacts', joke.contactId, 'Tasks', 'Subject')).toEqual([]);
});

test('F4 an offer prints on two A4, an order on one', async ({ page, portal, openLink }) => {
  for (const [name, sheets] of Object.entries({ bram: 2, carla: 2, daan: 1, eva: 1 })) {
    await openLink(name);
    await expect(page.getByText('Eind totaal')).toBeAttached();
    await expect(page.getByText('KvK 00000000').first()).toBeAttached();
    // Waits for the last part of an offer.
    if (sheets === 2) await expect(page.getByText('Waarom deze batterij')).toBeAttached();
    expect(await sheetsOf(page), name).toBe(sheets);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByText('Eind totaal')).toBeVisible();
    if (sheets === 1) await expect(page.getByText('niet vastgelegd welke voorwaarden golden')).toBeVisible();
    await page.emulateMedia({ media: null });
  }

  // A new order has its payments and its terms as well.
  for (const [name, financing] of [['bram'], ['carla', false]] as const) {
    await pdfDesk(portal).sign(name, "Bram van 't Hof", financing);
    await openLink(name);
    await expect(page.getByText('Garantie en klachten')).toBeAttached();
    await expect(page.getByText('KvK 00000000').first()).toBeAttached();
    expect(await sheetsOf(page), name).toBe(1);
  }
});

async function sheetsOf(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
}

test('without a connection "Toch verder" shows the whole offer', async ({ page, portal, context, openLink }) => {
  await portal.salesOps('Deals', portal.as('carla').dealId, {
    portal_declined_at: '2026-11-20T10:00:00+01:00',
  });
  await openLink('carla');
  const again = page.getByRole('button', { name: 'Toch verder' });
  // Interactive only now: a disabled button stays so without the rest of the page's code.
  await expect(again).toBeEnabled();
  await context.setOffline(true);
  await again.click();
  await expect(page.getByText('Eind totaal').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Lees de voorwaarden')).toBeVisible();
});
