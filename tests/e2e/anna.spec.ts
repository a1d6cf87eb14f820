import type { BrowserContext, Page } from 'playwright/test';
import { staffOf } from '../bff/staff.ts';
import { PHONE } from './devices.ts';
import { expect, next, panels, test } from './portal-page.ts';
import { complaints } from './taken-over.ts';

// Anna has one deal and has answered nothing. Her phone number and street are still unknown.

/**
 * After a reload the answers are still there. Without a connection the step stays on the screen and says so. Once the
 * connection is back, the survey continues with the next step.
 */
async function survives(page: Page, context: BrowserContext, answer: string, kept: () => Promise<void>) {
  await test.step(`C2, §8, fault 36 a reload and a lost connection lose nothing of the ${answer}`, async () => {
    const before = page.url();
    await page.reload();
    await kept();
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(page.getByText('Er is geen verbinding.')).toBeVisible();
    await kept();
    await context.setOffline(false);
    await next(page).click();
    await expect(page).not.toHaveURL(before);
  });
}

test('§2.2–§2.5 from the personal link to a calculated quote', async ({ page, context, portal, openLink }) => {
  const said = complaints(page);
  const anna = portal.as('anna');
  const dealId = anna.dealId;

  await test.step('§2.2 the personal link opens the survey, is kept on the device, and leaves the address bar', async () => {
    await openLink('anna');
    await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
    expect(page.url()).not.toContain('survey_hash');
    expect(await page.evaluate(() => localStorage.getItem('survey_hash'))).toBe(anna.hash);
  });

  await test.step('the panels are counted, need an age, and are kept on the device', async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    await saved;
    await expect(panels(page)).toHaveValue('1');
    await page.getByRole('button', { name: 'Eén paneel meer' }).click();
    await expect(panels(page)).toHaveValue('2');
    await panels(page).fill('14');
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(next(page)).toHaveAccessibleDescription(/Kies hoe oud de panelen zijn/);
    // The answers that the device kept replace those that the server rendered.
    await openLink('anna');
    await expect(panels(page)).toHaveValue('14');
    expect(said).toEqual([]);
  });

  const age = page.getByLabel('Hoe oud zijn de panelen?');
  await age.selectOption({ label: '3 tot 4 jaar' });
  await survives(page, context, 'panels', async () => {
    await expect(panels(page)).toHaveValue('14');
    await expect(age).toHaveValue('3-4');
  });

  await expect(page).toHaveURL(new RegExp(`/deals/${dealId}/pages/2$`));
  await expect(page.getByText('Stap 2 van 5')).toBeVisible();
  const six = page.getByRole('radio', { name: /^6 × 5,7/ });
  await six.check();
  await expect(page.getByText('34,2 kWh').first()).toBeVisible();
  await survives(page, context, 'battery', () => expect(six).toBeChecked());

  await expect(page).toHaveURL(/\/pages\/3$/);
  const metres = page.getByRole('textbox', { name: /meter/ });
  await metres.fill('15');
  await expect(page.getByText('10 meter extra: € 226,88 incl. btw')).toBeVisible();
  await metres.fill('8');
  await expect(page.getByText('3 meter extra: € 68,07 incl. btw')).toBeVisible();
  await survives(page, context, 'distance', () => expect(metres).toHaveValue('8'));

  await expect(page).toHaveURL(/\/pages\/4$/);
  await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
  const phone = page.getByLabel('Telefoonnummer');
  await phone.fill('06 00 00 01 23');
  await page.getByLabel('Straatnaam + huisnummer').fill("Van 't Hoffstraat 7");
  await survives(page, context, 'contact details', () => expect(phone).toHaveValue('06 00 00 01 23'));

  const thanks = page.getByRole('heading', { name: 'Bedankt voor uw aanvraag' });

  await test.step('the survey ends with thanks, and says what happens next', async () => {
    await expect(thanks).toBeVisible();
    await expect(page).toHaveURL(/\/pages\/complete$/);
    // The page draws the numbers of the steps itself, within its margins.
    await expect(page.getByRole('heading', { name: 'Wat er nu gebeurt' }).locator('+ ol')).toHaveCSS(
      'list-style-type',
      'none',
    );
  });

  await test.step('§2.5 the CRM has the answers, and the calculated amount is in its fields and on the screen', async () => {
    const deal = await portal.record('Deals', dealId);
    expect(deal).toMatchObject({
      survey_1_has_solar_panels: true,
      survey1_number_of_panels: '14',
      survey1_panels_age: '3-4',
      gaikan_saltion_battery_modules: '6',
      survey1_battery_box_distance_m: '8',
      survey1_calc_complete: true,
    });
    expect(await portal.record('Contacts', anna.contactId)).toMatchObject({
      Phone: '06 00 00 01 23',
      Mailing_Street: "Van 't Hoffstraat 7",
    });

    // The same amount is in survey1_calc, in Amount and on the screen.
    const { finalInclVat } = JSON.parse(String(deal.survey1_calc)).priceCalc;
    expect(deal.Amount).toBe(finalInclVat);
    const shown = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(finalInclVat);
    await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Akkoord/ })).toHaveCount(0);
  });

  await test.step('J8 the end of a deal’s survey, with and without an address: staff have the lead in their list', async () => {
    for (const Email of ['anna@example.nl', null]) {
      await portal.salesOps('Contacts', anna.contactId, { Email });
      await page.reload();
      await expect(thanks).toBeVisible();
      await expect(page.getByText('Wij kijken uw antwoorden na.')).toBeVisible();
      await expect(page.getByText('U ontvangt uw offerte per e-mail.')).toHaveCount(Email ? 1 : 0);
      await expect(page.getByText('U vindt de offerte op deze pagina')).toHaveCount(Email ? 0 : 1);
      // The folded terms below promise nothing about this offer.
      await expect(page.getByText(/per e-mail/).filter({ visible: true })).toHaveCount(Email ? 2 : 0);
      expect((await staffOf(portal).leads()).map(({ id }) => id)).toContain(anna.contactId);
    }
  });

  await test.step('an offer that sales ops release can be agreed to, and the end of the survey promises none', async () => {
    // The desk mails what it releases, so without an address sales ops release the offer.
    await portal.salesOps('Deals', dealId, { survey1_client_visible: true });
    const agree = page.getByRole('button', { name: 'Akkoord … Verder' });
    await page.reload();
    await expect(page.getByText('Uw offerte staat hieronder.')).toBeVisible();
    await expect(page.getByText('U vindt de offerte op deze pagina')).toHaveCount(0);
    await expect(agree).toBeVisible();
    await openLink('anna');
    await expect(agree).toBeVisible();
  });
});

test('On a phone, questions, advice and prices follow the answers', async ({ page, context, portal, openLink }) => {
  const anna = portal.as('anna');
  const dealId = anna.dealId;

  await test.step('"Ja" scrolls its questions into view', async () => {
    await page.setViewportSize({ width: 320, height: 480 });
    await openLink('anna');
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(panels(page)).toBeFocused();
    await expect(panels(page)).toBeInViewport();
    await page.setViewportSize(PHONE.viewport);
  });

  await test.step('§5, C3 more than 100 panels cause one question, which replaces an old error, and are accepted', async () => {
    await panels(page).fill('25');
    await page.getByLabel('Hoe oud zijn de panelen?').selectOption('5+');
    // An error that no other answer removes.
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await panels(page).fill('24x0');
    await expect(panels(page)).toHaveValue('240');
    await expect(page.getByRole('alert')).toBeVisible();
    await next(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'Klopt het dat u 240 panelen heeft?' })).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(next(page)).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Nee, aanpassen' }).click();
    await expect(panels(page)).toBeFocused();
    await page.keyboard.type('250');
    await expect(panels(page)).toHaveValue('250');
    await next(page).click();
    await panels(page).fill('25');
    await panels(page).fill('250');
    await expect(page.getByText(/Klopt het dat u/)).toHaveCount(0);
    await panels(page).fill('230');
    await next(page).click();
    await page.getByRole('button', { name: 'Ja, dat klopt' }).click();
    await expect(page).toHaveURL(/\/pages\/2$/);
    expect((await portal.record('Deals', dealId)).survey1_number_of_panels).toBe('230');
  });

  await test.step('fewer panels cause advice, which does not choose an answer', async () => {
    // There is no advice without panels, or for more panels than the rules cover.
    await expect(page.getByRole('radio')).toHaveCount(17);
    await expect(page.getByText(/Ons advies/)).toHaveCount(0);
    // A price list is cached once somebody has opened a link.
    const opened = async () => (await anna.get('/api/contacts/verify')).body as { contact: object };
    await expect.poll(async () => 'prices' in (await opened()).contact).toBe(true);
    await anna.put(`/api/contacts/deals/${dealId}`, { props: { survey1_number_of_panels: '14' } });
    await page.reload();
    await expect(page.getByText(/^Ons advies bij 14 panelen: 2 modules \(11,4\skWh\)\. Vuistregel: /)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Aantal modules' })).toHaveAccessibleDescription(/^Ons advies bij 14/);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    // The advice comes first, its tag inside its card; the sizes below it all fit on the screen of a phone.
    await expect(page.getByRole('radio').first()).toHaveAccessibleName('2 × 5,7 11,4 kWh');
    const face = await page.locator('.card-wide .card-face').boundingBox();
    const tag = await page.locator('.card-advised').boundingBox();
    expect(tag?.y).toBeGreaterThan(face?.y ?? Number.NaN);
    const sizes = await page.locator('.cards-grid').first().boundingBox();
    expect(sizes?.height).toBeLessThan(350);
  });

  await test.step('every size can be reached, and an unsure customer can ask for a call', async () => {
    // All choices can be reached as before; the two without a price come last, apart.
    const apart = page
      .getByText('Meer nodig, voor een bedrijf of een groot gebouw?')
      .locator('xpath=following-sibling::*');
    await expect(apart.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio')).toHaveCount(17);
    await expect(page.getByRole('radio').last()).toHaveAccessibleName('Grid gebruik 2 MW');
    await page.getByRole('button', { name: 'Weet ik niet: bel mij' }).click();
    await expect(page.getByRole('dialog', { name: 'Afspraak om gebeld te worden' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the chosen modules show their price', async () => {
    await expect(
      page.getByText(/^Van €\s[\d.,]+ \(1\smodule\) tot €\s[\d.,]+ \(15\smodules\) incl. btw/),
    ).toBeVisible();
    await page.getByRole('radio', { name: /^6 × 5,7/ }).check();
    const price = page.locator('.preview-price');
    await expect(price).toHaveText('€ 24.338,24 incl. btw');
    await expect(page.getByText('€ 4.056,37 per module, met omvormer, installatie en 5 meter kabel.')).toBeVisible();
    await page.getByRole('radio', { name: /^15 × 5,7/ }).check();
    // The drawing stays in view during the choice.
    for (const height of [844, 560]) {
      await page.setViewportSize({ width: 390, height });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3));
      await expect(page.locator('.preview-box .cabinet')).toBeInViewport({ ratio: 1 });
    }
    await expect(price).not.toHaveText('€ 24.338,24 incl. btw');
  });

  await test.step('a metre of cable shows its price', async () => {
    await next(page).click();
    await expect(
      page.getByText('De eerste 5 meter hoort erbij, daarna afgerond € 22,69 per meter incl. btw.'),
    ).toBeVisible();
  });
});
