import { ownersOf, staffOf } from '../bff/staff.ts';
import { phonePhoto } from './phone-photo.ts';
import { input, listed, skipPhotos } from './photo-step.ts';
import { expect, next, test } from './portal-page.ts';

// Decision J8: the text at the end of the survey of /pages is true.

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

test('J8 Joke ends her survey while the CRM fails, and tries again', async ({ page, browser, portal, openLink }) => {
  const { contactId, hash } = portal.as('joke');
  const tasks = () => portal.related('Contacts', contactId, 'Tasks', 'Subject,Description');
  const thanks = page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' });
  const { Email } = await portal.record('Contacts', contactId);
  // An address typed before the CRM has one is not sent once the CRM has one.
  await portal.salesOps('Contacts', contactId, { Email: null });
  await openLink('joke', '/pages/Survey_basics');
  await page.getByLabel('E-mailadres').fill('iemand.anders@example.nl');
  await portal.salesOps('Contacts', contactId, { Email });

  await test.step('J8 the page thanks only once the CRM has it; a failure says so', async () => {
    await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
    await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 400 });
    await openLink('joke', '/pages/Survey_basics');
    await expect(page.getByLabel('E-mailadres')).toHaveCount(0);
    await next(page).click();
    await expect(page.getByRole('heading', { name: 'Uw aanvraag is nog niet verstuurd' })).toBeVisible();
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(page.getByText(BY_MAIL)).toHaveCount(0);
    await expect(thanks).toHaveCount(0);
  });

  await test.step('a second try helps', async () => {
    await portal.noFaults();
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
    await expect(thanks).toBeVisible();
    await expect(page.getByText(BY_MAIL)).toBeVisible();
  });

  await test.step('J8 the end of the survey tells the owner, once, also after a reload and on another device', async () => {
    const [task, ...more] = await tasks();
    expect(task?.Description).not.toContain('iemand.anders');
    expect(more).toEqual([]);
    await page.reload();
    await expect(page.getByText(BY_MAIL)).toBeVisible();
    const other = await browser.newPage();
    await other.goto(`${portal.url}/pages/complete?survey_hash=${hash}`);
    await expect(other.getByText(BY_MAIL)).toBeVisible();
    await other.close();
    expect(await tasks()).toHaveLength(1);
  });
});

test('B3 without an address no mail is promised; a given one reaches the owner', async ({ page, portal, openLink }) => {
  const { contactId } = portal.as('joke');
  const tasks = () => portal.related('Contacts', contactId, 'Tasks', 'Description');
  await portal.salesOps('Contacts', contactId, { Email: null, Phone: null });
  // Nobody can reach this customer, so the page promises no answer.
  await openLink('joke', '/pages/Survey_basics');
  await next(page).click();
  await next(page).click();
  await expect(page.getByText('Bel ons voor uw offerte, of vul een telefoonnummer of e-mailadres in.')).toBeVisible();
  await expect(page.getByText(/hoort u van ons|neemt contact met u op/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Gegevens aanvullen' }).click();
  await page.getByLabel('Telefoon').fill('06 00 00 01 23');
  await next(page).click();
  await expect(page.getByText(TAKEN)).toBeVisible();
  await expect(page.getByText(/per e-mail/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Wijzig Gegevens' }).click();
  const email = page.getByLabel('E-mailadres');
  // The server takes none of these.
  for (const wrong of ['joke@example', 'jo..ke@example.nl', 'joke@example.n', `${'joke'.repeat(25)}@example.nl`]) {
    await email.fill(wrong);
    await next(page).click();
    await expect(page.getByText('Vul uw hele e-mailadres in, bijvoorbeeld naam@voorbeeld.nl.')).toBeVisible();
    await expect(email).toBeFocused();
  }
  // The end of the survey, opened by its address, names the field and leads back to it.
  await page.goto('/pages/complete');
  await expect(page.getByRole('heading', { name: 'Uw aanvraag is nog niet verstuurd' })).toBeVisible();
  await page.getByRole('alert').getByRole('link', { name: 'E-mailadres' }).click();
  await expect(email).toHaveValue(/^joke/);
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

test('J8 a customer of a large battery without a telephone number has to call', async ({ page, portal, openLink }) => {
  const { contactId, dealIds, put } = portal.as('anna');
  await portal.salesOps('Contacts', contactId, { Phone: null });
  await put(`/api/contacts/deals/${dealIds[0]}`, {
    props: {
      survey_1_has_solar_panels: false,
      gaikan_saltion_battery_modules: 'L',
      survey1_battery_box_distance_m: '4',
    },
  });
  await openLink('anna');
  await next(page).click();
  await next(page).click();
  await expect(page.getByText(/^Bel ons voor een offerte op maat, of vul uw telefoonnummer in\./)).toBeVisible();
  await expect(page.getByText('Wij bellen u')).toHaveCount(0);
  await page.getByRole('link', { name: 'Gegevens aanvullen' }).click();
  await page.getByLabel('Telefoon').fill('06 00 00 01 23');
  await next(page).click();
  await next(page).click();
  await expect(page.getByText(/^Wij bellen u voor een offerte op maat/)).toBeVisible();
});

test('photos can be added to an offer from an old mail, which opens no second survey', async ({ page, openLink }) => {
  await openLink('bram', '/pages/complete');
  await expect(page).toHaveURL(/\/deals\/\d+\/$/);
  await openLink('bram', '/pages/box_pictures');
  await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
  await expect(page.getByText(/^Stap/)).toHaveCount(0);
  await skipPhotos(page);
  await expect(page).toHaveURL(/\/deals\/\d+\/$/);
});

test('after the survey of a deal photos can be added; nothing is asked again', async ({ page, portal, openLink }) => {
  const { contactId, dealId, deal, put } = portal.as('anna');
  await portal.salesOps('Contacts', contactId, { Phone: '06 00 00 01 23', Mailing_Street: 'Laan 7' });
  await put(deal, {
    props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '6' },
  });
  await openLink('anna');
  await expect(page.getByText('Stap 3 van 5')).toBeVisible();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Gaikan' }).click();
  await page.getByRole('link', { name: "Foto's toevoegen" }).click();
  await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
  await expect(page.getByText(/^Stap/)).toHaveCount(0);
  await skipPhotos(page);
  await expect(page).toHaveURL(new RegExp(`/deals/${dealId}/$`));
});

test('a reload during a slow "Ja" or "Nee" loses no answer', async ({ page, portal, openLink }) => {
  const [joke, anna] = [portal.as('joke').contactId, portal.as('anna').dealId];
  await portal.salesOps('Contacts', joke, { survey_1_has_solar_panels: null });
  const press = (words: string) => page.getByRole('button', { name: words, exact: true });
  for (const [name, path, first, then, module, id] of [
    ['anna', '/', /\/deals\/\d+\/$/, /\/pages\/2$/, 'Deals', anna],
    ['joke', '/pages/solar_panels', /solar_panels$/, /\/pages\/battery$/, 'Contacts', joke],
  ] as const) {
    await openLink(name, path);
    await expect(page).toHaveURL(first);
    const saved = async () => (await portal.record(module, id)).survey_1_has_solar_panels;
    let arrives = false;
    let held = 0;
    await page.route(/\/api\/contacts\/(contactDetails|deals\/\d+)$/, (route) => {
      if (arrives || route.request().method() === 'GET') return route.continue();
      held += 1;
      return new Promise(() => {});
    });
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
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('after Joke’s link is replaced, survey and photos lead to the mail form', async ({ page, portal, openLink }) => {
  const { sanne = '' } = await ownersOf(portal);
  const replaceLink = () => staffOf(portal, sanne).act({ action: 'new-link', contactId: portal.as('joke').contactId });
  const unknown = page.getByRole('heading', { name: 'Deze link kennen wij niet' });
  await page.route('**/api/contacts/survey', async (route) => {
    await replaceLink();
    await route.continue();
  });
  await openLink('joke', '/pages/complete');
  await expect(unknown).toBeVisible();

  await page.unrouteAll();
  const { survey1_hash } = await portal.record('Contacts', portal.as('joke').contactId);
  // Otherwise the read of the photos may be the first to meet the replaced link.
  const list = listed(page);
  await page.goto(`/pages/box_pictures?survey_hash=${survey1_hash}`);
  await list;
  await expect(input(page)).toBeEnabled();
  await replaceLink();
  await input(page).setInputFiles(await phonePhoto(page, 'red'));
  await expect(unknown).toBeVisible();
});
