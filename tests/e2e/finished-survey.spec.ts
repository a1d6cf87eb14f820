import type { Page } from 'playwright/test';
import { staffOf } from '../bff/staff.ts';
import { expect, test } from './portal-page.ts';

// Decision J8: the text at the end of the survey of /pages is what happens.

const next = (page: Page) => page.getByRole('button', { name: 'Volgende' });
const ANSWERS = {
  survey_1_has_solar_panels: false,
  survey1_preferred_battery_size: '20',
  survey1_battery_box_distance_m: '4',
};
const BY_MAIL = 'U ontvangt uw offerte per e-mail.';
const TAKEN = 'Een adviseur neemt contact met u op over uw offerte.';

test.beforeEach(async ({ portal, baseURL }) => {
  expect(baseURL).toBeDefined();
  await portal.as('joke').post('/api/contacts/contactDetails', { properties: ANSWERS });
});

test('J8 the end of the survey tells the owner, once, also after a reload and on another device', async ({
  page,
  browser,
  portal,
  openLink,
}) => {
  const { contactId, hash } = portal.as('joke');
  const tasks = () => portal.related('Contacts', contactId, 'Tasks', 'Subject,Description');
  await openLink('joke', '/pages/Survey_basics');
  await expect(page.getByLabel('E-mailadres')).toHaveCount(0);
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
  await expect(page.getByText(BY_MAIL)).toBeVisible();
  expect(await tasks()).toHaveLength(1);
  await page.reload();
  await expect(page.getByText(BY_MAIL)).toBeVisible();
  const other = await browser.newPage();
  await other.goto(`${portal.url}/pages/complete?survey_hash=${hash}`);
  await expect(other.getByText(BY_MAIL)).toBeVisible();
  await other.close();
  expect(await tasks()).toHaveLength(1);
});

test('J8 the page thanks only once the CRM has it; a failure says so, and a second try helps', async ({
  page,
  portal,
  openLink,
}) => {
  await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
  await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 400 });
  await openLink('joke', '/pages/complete');
  await expect(page.getByRole('heading', { name: 'Uw aanvraag is nog niet verstuurd' })).toBeVisible();
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByText(BY_MAIL)).toHaveCount(0);
  await expect(page.getByText('Bedankt voor uw aanvraag')).toHaveCount(0);
  await portal.noFaults();
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
});

test('B3 without an address nothing is promised by mail, and a given one goes to the owner alone', async ({
  page,
  portal,
  openLink,
}) => {
  const { contactId } = portal.as('joke');
  const tasks = () => portal.related('Contacts', contactId, 'Tasks', 'Description');
  await portal.salesOps('Contacts', contactId, { Email: null });
  await openLink('joke', '/pages/complete');
  await expect(page.getByText(TAKEN)).toBeVisible();
  await expect(page.getByText(/per e-mail/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Wijzig Gegevens' }).click();
  const email = page.getByLabel('E-mailadres');
  await email.fill('joke@example');
  await next(page).click();
  await expect(page.getByText('Vul uw hele e-mailadres in, bijvoorbeeld naam@voorbeeld.nl.')).toBeVisible();
  await expect(email).toBeFocused();
  // A pasted address: invisible characters around it are removed.
  const pasted = '\u200bjoke@example.nl\u202c';
  await email.fill(pasted);
  await page.reload();
  await expect(email).toHaveValue(pasted);
  await next(page).click();
  await expect(page.getByText(BY_MAIL)).toBeVisible();
  expect((await tasks()).filter(({ Description }) => String(Description).includes('joke@example.nl'))).toHaveLength(1);
  expect((await portal.record('Contacts', contactId)).Email).toBeNull();
  await page.reload();
  await expect(page.getByText(BY_MAIL)).toBeVisible();
});

test('an address typed before the CRM had one is not sent once the CRM has one', async ({ page, portal, openLink }) => {
  const { contactId } = portal.as('joke');
  await portal.salesOps('Contacts', contactId, { Email: null });
  await openLink('joke', '/pages/Survey_basics');
  await page.getByLabel('E-mailadres').fill('iemand.anders@example.nl');
  await portal.salesOps('Contacts', contactId, { Email: 'joke@example.nl' });
  await openLink('joke', '/pages/complete');
  await expect(page.getByText(BY_MAIL)).toBeVisible();
  const [task] = await portal.related('Contacts', contactId, 'Tasks', 'Description');
  expect(task?.Description).not.toContain('iemand.anders');
});

test('J8 the end of a deal’s survey, with and without an address: staff have the lead in their list', async ({
  page,
  portal,
  openLink,
}) => {
  const { contactId, dealIds, put } = portal.as('anna');
  await portal.salesOps('Contacts', contactId, { Phone: '06 00 00 01 23', Mailing_Street: 'Laan 7' });
  await put(`/api/contacts/deals/${dealIds[0]}`, {
    props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '6' },
  });
  await openLink('anna');
  await page.getByRole('textbox', { name: /meter/ }).fill('4');
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
  for (const Email of ['anna@example.nl', null]) {
    await portal.salesOps('Contacts', contactId, { Email });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
    await expect(page.getByText('Wij kijken uw antwoorden na.')).toBeVisible();
    await expect(page.getByText(BY_MAIL)).toHaveCount(Email ? 1 : 0);
    await expect(page.getByText('U vindt de offerte op deze pagina')).toHaveCount(Email ? 0 : 1);
    // The folded terms below promise nothing about this offer.
    await expect(page.getByText(/per e-mail/).filter({ visible: true })).toHaveCount(Email ? 2 : 0);
    expect((await staffOf(portal).leads()).map(({ id }) => id)).toContain(contactId);
  }
  // The desk mails what it releases, so without an address sales ops release the offer.
  await portal.salesOps('Deals', dealIds[0] ?? '', { survey1_client_visible: true });
  await openLink('anna');
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
});

test('B6 a colleague who looks at the end of the survey leaves nothing', async ({ page, portal }) => {
  const { contactId, hash } = portal.as('joke');
  await page.goto(`/pages/complete?survey_hash=${hash}&preview=1`);
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
  expect(await portal.related('Contacts', contactId, 'Tasks', 'Subject')).toEqual([]);
});

test('/pages from an old mail opens no second survey for a customer who has an offer', async ({
  page,
  portal,
  openLink,
}) => {
  // An offer that was ready until a colleague changed an answer.
  await portal.salesOps('Deals', portal.as('karel').dealIds[0] ?? '', { survey1_battery_box_distance_m: '44' });
  for (const [name, place, paths] of [
    ['bram', /\/deals\/\d+\/$/, ['/pages', '/pages/solar_panels', '/pages/Survey_basics', '/pages/complete']],
    ['daan', /\/deals\/\d+\/$/, ['/pages/complete']],
    ['karel', /\/deals\/\d+\/$/, ['/pages', '/pages/battery']],
    ['fatima', /\/deals$/, ['/pages']],
  ] as const) {
    for (const path of paths) {
      await openLink(name, path);
      await expect(page).toHaveURL(place);
    }
    // Photos can be added to an offer.
    await openLink(name, '/pages/box_pictures');
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    await expect(page.getByText(/^Stap/)).toHaveCount(0);
    await next(page).click();
    await page.getByRole('button', { name: 'Toch verder' }).click();
    await expect(page).toHaveURL(place);
  }
});

test('photos are not asked for a deal that sales ops closed', async ({ page, portal, openLink }) => {
  await portal.salesOps('Deals', portal.as('anna').dealIds[0] ?? '', { Stage: 'Closed Lost' });
  await openLink('anna', '/pages/box_pictures');
  await expect(page.getByRole('heading', { name: 'Deze aanvraag is gesloten' })).toBeVisible();
  await expect(page.getByRole('link', { name: "Foto's toevoegen" })).toHaveCount(0);
});

for (const [name, first, then] of [
  ['anna', /\/deals\/\d+\/$/, /\/pages\/2$/],
  ['joke', /solar_panels$/, /\/pages\/battery$/],
] as const) {
  test(`a reload during a slow "Ja" or "Nee" of ${name} loses no answer`, async ({ page, portal, openLink }) => {
    const { contactId } = portal.as(name);
    if (name === 'joke') await portal.salesOps('Contacts', contactId, { survey_1_has_solar_panels: null });
    await openLink(name, name === 'joke' ? '/pages/solar_panels' : '/');
    await expect(page).toHaveURL(first);
    const saved = async () => {
      const [module, id = ''] = name === 'joke' ? ['Contacts', contactId] : ['Deals', portal.as(name).dealIds[0]];
      return (await portal.record(module, id)).survey_1_has_solar_panels;
    };
    let arrives = false;
    let held = 0;
    await page.route(/\/api\/contacts\/(contactDetails|deals\/\d+)$/, (route) => {
      if (arrives || route.request().method() === 'GET') return route.continue();
      held += 1;
      return new Promise(() => {});
    });
    const press = (words: string) => page.getByRole('button', { name: words, exact: true });
    await press('Ja').click();
    await page.reload();
    await expect(press('Ja')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Aantal zonnepanelen')).toBeVisible();
    await expect.poll(() => held).toBe(2);
    arrives = true;
    await page.reload();
    await expect.poll(saved).toBe(true);
    await expect(press('Nee')).toBeEnabled();
    arrives = false;
    await press('Nee').click();
    await page.reload();
    await expect(press('Nee')).toHaveAttribute('aria-pressed', 'true');
    // Waits until the repeated press is held too. A reload that cuts it off would store the answer without moving on.
    await expect.poll(() => held).toBe(4);
    arrives = true;
    await page.reload();
    await expect(page).toHaveURL(then);
    expect(await saved()).toBe(false);
  });
}
