import { hold, letGo } from '../gallery/scene.ts';
import { expect, metres, next, returnToTab, test } from './portal-page.ts';

// Input is read as it is meant; a fault is shown in its place, in Dutch, and as long as it exists.

test('Joke’s distance is read as she means it, and saved at the second try', async ({ page, portal, openLink }) => {
  await openLink('joke', '/pages/survey1_battery_box_distance_m');

  await test.step('I5 the limit of a distance is announced first', async () => {
    await expect(page.getByText('Van 1 tot en met 999.')).toBeVisible();
  });

  await test.step('the preset is selected, so typing replaces it', async () => {
    await metres(page).click();
    await page.keyboard.type('8');
    await expect(metres(page)).toHaveValue('8');
  });

  await test.step('I5 a distance is rounded up and says so', async () => {
    await metres(page).fill('');
    await metres(page).pressSequentially('3,5');
    await expect(metres(page)).toHaveValue('4');
    await expect(metres(page)).toHaveAccessibleDescription(/3,5 is naar boven afgerond op 4/);
  });

  await test.step('I5 a distance is never cut to its digits', async () => {
    await metres(page).fill('');
    await metres(page).pressSequentially('-45');
    await expect(metres(page)).toHaveValue('1');
  });

  await test.step('I5 a distance above the limit, or in words, is refused with its reason', async () => {
    await metres(page).fill('1500');
    await expect(metres(page)).toHaveAccessibleDescription(/Vul een getal in van 1 tot en met 999/);
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await metres(page).fill('acht');
    await expect(metres(page)).toHaveAccessibleDescription(/Alleen cijfers/);
  });

  await test.step('H1 saving is announced, and so is a failure', async () => {
    await metres(page).fill('3,5');

    await portal.fault({ match: 'PUT ', kind: 'latency', ms: 700, times: 1 });
    await portal.fault({ match: 'PUT ', kind: 'status', status: 400, times: 1 });
    const saving = page.getByRole('status').filter({ hasText: 'Uw antwoord wordt opgeslagen' });
    await next(page).click();
    await expect(saving).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('request failed');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(saving).toHaveCount(0);
  });

  await test.step('the second try saves the distance', async () => {
    await next(page).click();
    await expect(page).toHaveURL(/box_pictures/);
    const { contactId } = portal.as('joke');
    expect((await portal.record('Contacts', contactId)).survey1_battery_box_distance_m).toBe('4');
  });
});

test('The contact step offers an address, and asks once about odd details', async ({ page, portal, openLink }) => {
  const street = page.getByLabel('Straatnaam + huisnummer');
  const zip = page.getByLabel('Postcode');
  const city = page.getByLabel('Plaatsnaam');
  const phone = page.getByLabel('Telefoonnummer');
  const alert = page.getByRole('alert');
  await openLink('joke', '/pages/Survey_basics');

  await test.step('a failing address look-up is not shown', async () => {
    await page.route('**/api/contacts/address', (route) => route.fulfill({ status: 503, json: {} }));
    await street.fill('14 a');
    const asked = page.waitForResponse('**/api/contacts/address');
    await zip.fill('6711ab');
    await city.fill('');
    await asked;
    await expect(alert).toHaveCount(0);
    await page.unroute('**/api/contacts/address');
  });

  await test.step('postcode and house number suggest street and city, and typed text stays', async () => {
    const take = page.getByRole('button', { name: /^Invullen/ });
    await page.reload();
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
  });

  await test.step('details that look wrong cause one question', async () => {
    await zip.fill('12');
    await phone.fill('0612');
    await street.fill('');
    await next(page).click();
    const ask = page.getByRole('status').filter({ hasText: 'Klopt dit?' });
    await expect(ask).toBeFocused();
    for (const name of ['Postcode', 'Telefoonnummer', 'Straatnaam + huisnummer']) {
      await expect(ask.getByRole('link', { name })).toBeVisible();
    }
    await ask.getByRole('link', { name: 'Straatnaam + huisnummer' }).click();
    await expect(street).toBeFocused();
    await street.fill('Kastanjelaantje 16');
    await expect(ask.getByRole('link', { name: 'Straatnaam + huisnummer' })).toHaveCount(0);
  });

  await test.step('§8 an error is at the top and in Dutch, names and links the field, and disappears with its cause', async () => {
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
    await next(page).click();
    await expect(alert).toHaveText(/^Uw antwoord is nog niet opgeslagen.*request failed · Referentie: r-1$/s);
    await expect(alert.getByText('request failed')).toHaveAttribute('lang', 'en');
    await alert.getByRole('link', { name: 'Plaatsnaam' }).click();
    await expect(city).toBeFocused();
    await page.getByLabel('Voornaam').fill('J.');
    await expect(alert).toHaveCount(1);
    await city.fill('Bergen');
    await expect(alert).toHaveCount(0);
    await expect(city).not.toHaveAttribute('aria-invalid', 'true');
    await page.unroute('**/api/contacts/contactDetails');
  });

  await test.step('details that look wrong are accepted', async () => {
    await next(page).click();
    await expect(page).not.toHaveURL(/Survey_basics/);
    expect(await portal.record('Contacts', portal.as('joke').contactId)).toMatchObject({
      Mailing_Zip: '12',
      Phone: '0612',
      Mailing_Street: 'Kastanjelaantje 16',
      Mailing_City: 'Bergen',
    });
  });
});

test('A3 a telephone number changed while Joke types her address: both stay', async ({ page, portal, openLink }) => {
  const { contactId } = portal.as('joke');
  const street = page.getByLabel('Straatnaam + huisnummer');
  const phone = page.getByLabel('Telefoonnummer');
  await page.clock.install();
  await openLink('joke', '/pages/Survey_basics');
  await street.fill('Dorpsstraat 12');
  await portal.salesOps('Contacts', contactId, { Phone: '06-00000999' });
  await page.clock.fastForward(61_000);
  await returnToTab(page);
  await expect(phone).toHaveValue('06-00000999');
  await expect(street).toHaveValue('Dorpsstraat 12');
  await page.reload();
  await expect(phone).toHaveValue('06-00000999');
  await expect(street).toHaveValue('Dorpsstraat 12');
});

test('a question that is being sent takes no more text, which would be lost', async ({ page, openLink }) => {
  await openLink('bram');
  await page.getByRole('button', { name: 'Ik heb een vraag over deze offerte' }).click();
  const question = page.getByLabel('Uw vraag');
  await question.fill('Past hij in de garage?');
  await hold(page, '**/question');
  await page.getByRole('button', { name: 'Vraag versturen' }).click();
  await expect(question).not.toBeEditable();
  await letGo(page);
  await expect(page.getByText('Past hij in de garage?')).toBeVisible();
});
