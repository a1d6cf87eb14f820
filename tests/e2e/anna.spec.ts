import { expect, test } from './portal-page.ts';

// Anna has one deal and has answered nothing. Her phone number and street are still unknown.

test('§2.2–§2.5 from the personal link through the survey to a calculated quote', async ({
  page,
  portal,
  openLink,
}) => {
  const anna = portal.as('anna');
  const dealId = anna.dealIds[0] ?? '';

  await openLink('anna');
  await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
  expect(page.url()).not.toContain('survey_hash');
  expect(await page.evaluate(() => localStorage.getItem('survey_hash'))).toBe(anna.hash);

  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('1');
  await page.getByRole('button', { name: 'Eén paneel meer' }).click();
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('2');
  await page.getByLabel('Aantal zonnepanelen').fill('14');
  const next = page.getByRole('button', { name: 'Volgende' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toHaveAccessibleDescription(/Kies hoe oud de panelen zijn/);
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption({ label: '3 tot 4 jaar' });
  await next.click();

  await expect(page).toHaveURL(new RegExp(`/deals/${dealId}/pages/2$`));
  await expect(page.getByText('Stap 2 van 5')).toBeVisible();
  await page.getByRole('radio', { name: /^6 × 5,7/ }).check();
  await expect(page.getByText('34,2 kWh').first()).toBeVisible();
  await next.click();

  await expect(page).toHaveURL(/\/pages\/3$/);
  await page.getByRole('textbox', { name: /meter/ }).fill('8');
  await expect(page.getByText('3 meter extra: € 68,07 incl. btw')).toBeVisible();
  await next.click();

  await expect(page).toHaveURL(/\/pages\/4$/);
  await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
  await page.getByLabel('Telefoonnummer').fill('06 00 00 01 23');
  await page.getByLabel('Straatnaam + huisnummer').fill("Van 't Hoffstraat 7");
  await next.click();

  await expect(page.getByText('Bedankt voor uw aanvraag')).toBeVisible();
  await expect(page).toHaveURL(/\/pages\/complete$/);
  // The page draws the numbers of the steps itself, within its margins.
  await expect(page.getByRole('heading', { name: 'Wat er nu gebeurt' }).locator('+ ol')).toHaveCSS(
    'list-style-type',
    'none',
  );

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

test('§8, fault 23, C2 a step that cannot be saved stays open, says so, and loses nothing; back keeps what was filled in', async ({
  page,
  portal,
  openLink,
}) => {
  const anna = portal.as('anna');
  await anna.put(`/api/contacts/deals/${anna.dealIds[0]}`, { props: { survey_1_has_solar_panels: false } });
  await openLink('anna');
  await page.getByRole('radio', { name: /^4 × 5,7/ }).check();
  await portal.fault({ match: 'PUT ', kind: 'status', status: 400 });
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^4 × 5,7/ })).toBeChecked();
  await portal.noFaults();
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page).toHaveURL(/\/pages\/3$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: /^4 × 5,7/ })).toBeChecked();
});

test('modules: the panels just given lead to advice, which chooses nothing; an unsure customer can ask for a call', async ({
  page,
  portal,
  openLink,
}) => {
  const anna = portal.as('anna');
  const panels = { survey_1_has_solar_panels: true, survey1_number_of_panels: '14', survey1_panels_age: '3-4' };
  await anna.put(`/api/contacts/deals/${anna.dealIds[0]}`, { props: panels });
  await openLink('anna');
  const advice = page.getByText(/^Ons advies bij 14 panelen: 2 modules \(11,4\skWh\)\. Vuistregel: /);
  await expect(advice).toBeVisible();
  await expect(page.getByRole('group', { name: 'Aantal modules' })).toHaveAccessibleDescription(/^Ons advies bij 14/);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  // The advice comes first, its tag inside its card; the sizes below it all fit on the screen of a phone.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName('2 × 5,7 11,4 kWh');
  const face = await page.locator('.card-wide .card-face').boundingBox();
  const tag = await page.locator('.card-advised').boundingBox();
  expect(tag?.y).toBeGreaterThan(face?.y ?? Number.NaN);
  const sizes = await page.locator('.cards-grid').first().boundingBox();
  expect(sizes?.height).toBeLessThan(350);
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
  // More panels than the rules cover, or none: no advice.
  await anna.put(`/api/contacts/deals/${anna.dealIds[0]}`, { props: { survey1_number_of_panels: '43' } });
  await page.reload();
  await expect(page.getByRole('radio')).toHaveCount(17);
  await expect(advice).toHaveCount(0);
  await expect(page.getByText(/Ons advies/)).toHaveCount(0);
});

test('§5, C3 more than 100 panels causes one question, and is accepted', async ({ page, portal, openLink }) => {
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await page.getByLabel('Aantal zonnepanelen').fill('24x0');
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('240');
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('5+');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page.getByText('Klopt het dat u 240 panelen heeft?')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Volgende' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Nee, aanpassen' }).click();
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeFocused();
  await page.keyboard.type('250');
  await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('250');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await page.getByLabel('Aantal zonnepanelen').fill('25');
  await page.getByLabel('Aantal zonnepanelen').fill('250');
  await expect(page.getByText(/Klopt het dat u/)).toHaveCount(0);
  await page.getByLabel('Aantal zonnepanelen').fill('230');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await page.getByRole('button', { name: 'Ja, dat klopt' }).click();
  await expect(page).toHaveURL(/\/pages\/2$/);
  const deal = await portal.record('Deals', portal.as('anna').dealIds[0] ?? '');
  expect(deal.survey1_number_of_panels).toBe('230');
});

test('the chosen modules and a metre of cable show their price, and the drawing stays in view during the choice', async ({
  page,
  portal,
  openLink,
}) => {
  // A price list is cached once somebody has opened a link.
  const opened = async () => (await portal.as('anna').get('/api/contacts/verify')).body as { contact: object };
  await expect.poll(async () => 'prices' in (await opened()).contact).toBe(true);
  await openLink('anna');
  await page.getByRole('button', { name: 'Nee', exact: true }).click();
  await expect(page.getByText(/^Van €\s[\d.,]+ \(1\smodule\) tot €\s[\d.,]+ \(15\smodules\) incl. btw/)).toBeVisible();
  await page.getByRole('radio', { name: /^6 × 5,7/ }).check();
  const price = page.locator('.preview-price');
  await expect(price).toHaveText('€ 24.338,24 incl. btw');
  await expect(page.getByText('€ 4.056,37 per module, met omvormer, installatie en 5 meter kabel.')).toBeVisible();
  const last = page.getByRole('radio', { name: /^15 × 5,7/ });
  await last.check();
  for (const height of [844, 560]) {
    await page.setViewportSize({ width: 390, height });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3));
    await expect(page.locator('.preview-box .cabinet')).toBeInViewport({ ratio: 1 });
  }
  await expect(price).not.toHaveText('€ 24.338,24 incl. btw');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page.getByText('De eerste 5 meter horen erbij, daarna € 22,69 per meter incl. btw.')).toBeVisible();
});
