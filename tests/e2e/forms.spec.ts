import type { Page } from 'playwright/test';
import { expect, test } from './portal-page.ts';

// Input is read as it is meant; a fault is shown in its place, in Dutch, and as long as it exists.

const next = (page: Page) => page.getByRole('button', { name: 'Volgende' });
const metres = (page: Page) => page.getByRole('textbox', { name: /meter/ });

test('I5 a distance is rounded up and says so, is never cut to its digits, and has a limit that is announced first', async ({
  page,
  portal,
  openLink,
}) => {
  await openLink('joke', '/pages/survey1_battery_box_distance_m');
  await expect(page.getByText('Van 1 tot en met 999.')).toBeVisible();
  // The preset is selected, so typing replaces it.
  await metres(page).click();
  await page.keyboard.type('8');
  await expect(metres(page)).toHaveValue('8');
  await metres(page).fill('');
  await metres(page).pressSequentially('3,5');
  await expect(metres(page)).toHaveValue('4');
  await expect(metres(page)).toHaveAccessibleDescription(/3,5 is naar boven afgerond op 4/);
  await metres(page).fill('');
  await metres(page).pressSequentially('-45');
  await expect(metres(page)).toHaveValue('1');
  await metres(page).fill('1500');
  await expect(metres(page)).toHaveAccessibleDescription(/Vul een getal in van 1 tot en met 999/);
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
  await metres(page).fill('acht');
  await expect(metres(page)).toHaveAccessibleDescription(/Alleen cijfers/);
  await metres(page).fill('3,5');
  await next(page).click();
  await expect(page).toHaveURL(/box_pictures/);
  const { contactId } = portal.as('joke');
  expect((await portal.record('Contacts', contactId)).survey1_battery_box_distance_m).toBe('4');
});

test('a blocked button moves to what is missing', async ({ page, openLink }) => {
  await openLink('joke', '/pages/battery');
  // Forced: the browser's driver does not press a disabled control, a person does.
  await next(page).click({ force: true });
  await expect(page.getByLabel('Formaat van de batterij')).toBeFocused();
  await openLink('bram');
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
  await page.getByRole('button', { name: /^Akkoord bestelling/ }).click({ force: true });
  await expect(page.getByLabel('Uw naam')).toBeFocused();
});

test('§8 an error is first and in Dutch, names and links the field, and goes with its cause', async ({
  page,
  openLink,
}) => {
  await openLink('joke', '/pages/Survey_basics');
  await page.route('**/api/contacts/contactDetails', (route) =>
    route.fulfill({
      status: 422,
      json: {
        error: 'field_invalid',
        message: 'request failed',
        fields: { Mailing_City: 'Deze waarde klopt niet.' },
        requestId: 'r-1',
      },
    }),
  );
  await page.getByLabel('Plaatsnaam').fill('Nergenshuizen');
  await next(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/^Uw antwoord is nog niet opgeslagen.*request failed · Referentie: r-1$/s);
  await expect(alert.getByText('request failed')).toHaveAttribute('lang', 'en');
  await alert.getByRole('link', { name: 'Plaatsnaam' }).click();
  await expect(page.getByLabel('Plaatsnaam')).toBeFocused();
  await page.getByLabel('Voornaam').fill('J.');
  await expect(alert).toHaveCount(1);
  await page.getByLabel('Plaatsnaam').fill('Bergen');
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel('Plaatsnaam')).not.toHaveAttribute('aria-invalid', 'true');
});

test('C3 the question about many panels replaces an old error, and is not under it', async ({
  page,
  context,
  openLink,
}) => {
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await page.getByLabel('Aantal zonnepanelen').fill('25');
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('5+');
  // An error that no other answer removes.
  await context.setOffline(true);
  await next(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Aantal zonnepanelen').fill('250');
  await expect(page.getByRole('alert')).toBeVisible();
  await next(page).click();
  await expect(page.getByText('Klopt het dat u 250 panelen heeft?')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('§5 the e-mail form says in Dutch what is wrong, under its field', async ({ page }) => {
  await page.goto('/');
  const email = page.getByPlaceholder('email');
  await expect(email).toHaveAttribute('aria-required', 'true');
  await expect(page.getByText('(verplicht)')).toBeVisible();
  for (const typed of ['', 'iemand', 'iemand@']) {
    await email.fill(typed);
    await page.getByRole('button', { name: 'Stuur mijn link' }).click();
    await expect(email).toHaveAccessibleDescription(/Vul uw hele e-mailadres in/);
    await expect(email).toBeFocused();
  }
  await email.fill('iemand@example.nl');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Stuur mijn link' }).click();
  await expect(page.getByText(/Als dit adres bij ons bekend is/)).toBeVisible();
});

test('details that look wrong cause one question at "Volgende", and are accepted', async ({
  page,
  portal,
  openLink,
}) => {
  await openLink('joke', '/pages/Survey_basics');
  await page.getByLabel('Postcode').fill('12');
  await page.getByLabel('Telefoonnummer').fill('0612');
  await page.getByLabel('Straatnaam + huisnummer').fill('');
  await next(page).click();
  const ask = page.getByRole('status').filter({ hasText: 'Klopt dit?' });
  await expect(ask).toBeFocused();
  for (const name of ['Postcode', 'Telefoonnummer', 'Straatnaam + huisnummer']) {
    await expect(ask.getByRole('link', { name })).toBeVisible();
  }
  await ask.getByRole('link', { name: 'Straatnaam + huisnummer' }).click();
  await expect(page.getByLabel('Straatnaam + huisnummer')).toBeFocused();
  await page.getByLabel('Straatnaam + huisnummer').fill('Zandpad 3');
  await expect(ask.getByRole('link', { name: 'Straatnaam + huisnummer' })).toHaveCount(0);
  await next(page).click();
  await expect(page).not.toHaveURL(/Survey_basics/);
  expect(await portal.record('Contacts', portal.as('joke').contactId)).toMatchObject({
    Mailing_Zip: '12',
    Phone: '0612',
    Mailing_Street: 'Zandpad 3',
  });
});

test('postcode and house number suggest street and city, and typed text stays', async ({ page, portal, openLink }) => {
  await openLink('joke', '/pages/Survey_basics');
  const street = page.getByLabel('Straatnaam + huisnummer');
  const zip = page.getByLabel('Postcode');
  const city = page.getByLabel('Plaatsnaam');
  const take = page.getByRole('button', { name: /^Invullen/ });
  await street.fill('14 a');
  await zip.fill('6711ab');
  await city.fill('');
  await expect(page.getByText('Bij deze postcode hoort Kastanjelaan 14 a, Ede.')).toBeVisible();
  await expect(street).toHaveValue('14 a');
  await take.click();
  await expect(page.getByText('Ingevuld: Kastanjelaan 14 a, Ede.')).toBeFocused();
  await expect(street).toHaveValue('Kastanjelaan 14 a');
  await expect(zip).toHaveValue('6711ab');
  await expect(city).toHaveValue('Ede');
  // Another city was typed: only the street is suggested, and nothing at all once both are filled in.
  await city.fill('Ede-Zuid');
  await street.fill('16');
  await zip.focus();
  await expect(take).toHaveAccessibleName('Invullen Kastanjelaan 16');
  await street.fill('Kastanjelaantje 16');
  await zip.focus();
  await expect(take).toHaveCount(0);
  await expect(city).toHaveValue('Ede-Zuid');
  await next(page).click();
  await expect(page).not.toHaveURL(/Survey_basics/);
  const saved = await portal.record('Contacts', portal.as('joke').contactId);
  expect(saved).toMatchObject({ Mailing_Street: 'Kastanjelaantje 16', Mailing_City: 'Ede-Zuid' });
});

test('a failing address look-up is not shown, and the step is saved as it is', async ({ page, openLink }) => {
  await page.route('**/api/contacts/address', (route) => route.fulfill({ status: 503, json: {} }));
  await openLink('anna');
  await page.goto('/pages/Survey_basics');
  await page.getByLabel('Straatnaam + huisnummer').fill('14');
  const asked = page.waitForResponse('**/api/contacts/address');
  await page.getByLabel('Postcode').focus();
  await asked;
  await page.getByLabel('Telefoonnummer').fill('06 00000101');
  await next(page).click();
  await expect(page).not.toHaveURL(/Survey_basics/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('"Ja" scrolls what it opens into view and gives it the focus', async ({ page, openLink }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeFocused();
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeInViewport();
});

test('the two buttons of a message are apart, and on a low screen no header covers it', async ({ page, openLink }) => {
  await openLink('carla');
  await page.getByRole('button', { name: 'Ik wil deze offerte niet' }).click();
  const send = await page.getByRole('button', { name: 'Afwijzing versturen' }).boundingBox();
  const cancel = await page.getByRole('button', { name: 'Nee, terug' }).boundingBox();
  const across = (cancel?.x ?? 0) - ((send?.x ?? 0) + (send?.width ?? 0));
  const below = (cancel?.y ?? 0) - ((send?.y ?? 0) + (send?.height ?? 0));
  expect(Math.max(across, below)).toBeGreaterThanOrEqual(12);
  await expect(page.locator('.header')).toHaveCSS('position', 'sticky');
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(page.locator('.header')).toHaveCSS('position', 'static');
});
