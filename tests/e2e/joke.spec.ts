import type { BrowserContext, Page } from 'playwright/test';
import { skipPhotos } from './photo-step.ts';
import { expect, metres, next, panels, test } from './portal-page.ts';

// Joke is a contact without deals: the survey of /pages, saved to the contact.

const size = (page: Page) => page.getByLabel('Formaat van de batterij');

/** The typed text is still there after another page and back, after a lost connection, and after a reload. */
async function losesNothing(page: Page, context: BrowserContext, kept: () => Promise<void>) {
  await test.step('C2, §8, fault 36: on each step, nothing that was typed is lost by a reload, by back or by a lost connection', async () => {
    const step = page.url();
    await page.goto('/pages/box_pictures');
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    await page.goBack();
    await kept();
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(page.getByText('Er is geen verbinding.')).toBeVisible();
    await expect(page).toHaveURL(step);
    await kept();
    await context.setOffline(false);
    await page.reload();
    await kept();
  });
}

test('§2.3, C1 joke answers the six steps of the survey', async ({ page, context, portal, openLink }) => {
  const { contactId } = portal.as('joke');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/contactDetails')) sent.push(request.postDataJSON());
  });

  await test.step('step 1 asks for the panels and their age', async () => {
    await openLink('joke');
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(panels(page)).toHaveValue('1');
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Hoe oud zijn de panelen?').selectOption({ label: 'Meer dan 5 jaar' });
    await panels(page).fill('');
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await panels(page).fill('18');
    await losesNothing(page, context, async () => {
      await expect(panels(page)).toHaveValue('18');
      await expect(page.getByLabel('Hoe oud zijn de panelen?')).toHaveValue('5+');
    });
    await next(page).click();
  });

  await test.step('step 2 offers the sizes, and "Volgende" waits for one', async () => {
    await expect(page).toHaveURL(/\/pages\/battery$/);
    await expect(page.getByText('Stap 2 van 6')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'In welk formaat batterij bent u geïnteresseerd?' })).toBeVisible();
    await expect(size(page).locator('option')).toHaveText([
      'Kies een batterij',
      '5,7kW',
      '11,4kW',
      '17,1kW',
      '22,8kW',
      '45,6kW',
      '68,4kW',
      '91,2kW',
      'Groter of ander formaat',
      'Weet ik niet',
    ]);
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(next(page)).toHaveAccessibleDescription('Kies eerst een formaat.');
    // Forced: the browser's driver does not press a disabled control, a person does. It moves to what is missing.
    await next(page).click({ force: true });
    await expect(size(page)).toBeFocused();
    await size(page).selectOption({ label: '91,2kW' });
    await expect(page.getByText('Opslag: 91,2 kWh')).toBeVisible();
    await losesNothing(page, context, () => expect(size(page)).toHaveValue('80'));
    await portal.fault({ match: 'PUT ', kind: 'latency', ms: 700, times: 1 });
    await next(page).click();
    await expect(page.locator('main .spinner')).toBeVisible();
    await expect(next(page)).toBeDisabled();
  });

  await test.step('step 3 asks for the distance, of at least one metre', async () => {
    await expect(page).toHaveURL(/\/pages\/survey1_battery_box_distance_m$/);
    await expect(page.getByText('Stap 3 van 6')).toBeVisible();
    await expect(page.getByText(/binnen op de begane grond, of buiten in een extra kast/)).toBeVisible();
    await metres(page).fill('');
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
    await metres(page).fill('0');
    await expect(metres(page)).toHaveValue('1');
    await metres(page).fill('11');
    await losesNothing(page, context, () => expect(metres(page)).toHaveValue('11'));
    await next(page).click();
  });

  await test.step('step 4 does not need photos', async () => {
    await expect(page).toHaveURL(/\/pages\/box_pictures$/);
    await expect(page.getByText('Stap 4 van 6')).toBeVisible();
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
    await skipPhotos(page);
  });

  await test.step('step 5 asks for the contact details', async () => {
    await expect(page).toHaveURL(/\/pages\/Survey_basics$/);
    await expect(page.getByText('Stap 5 van 6')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
    const street = page.getByLabel('Straatnaam + huisnummer');
    await street.fill('Zandpad 3');
    await page.getByLabel('Land').selectOption('Luxemburg');
    await losesNothing(page, context, () => expect(street).toHaveValue('Zandpad 3'));
    await next(page).click();
  });

  await test.step('step 6 says thanks, and where the quote arrives', async () => {
    await expect(page).toHaveURL(/\/pages\/complete$/);
    await expect(page.getByText('Bedankt voor uw aanvraag')).toBeVisible();
    await expect(page.getByText('U ontvangt uw offerte per e-mail.')).toBeVisible();
  });

  await test.step('§2.3, C1 every answer is in the CRM', async () => {
    expect(await portal.record('Contacts', contactId)).toMatchObject({
      survey_1_has_solar_panels: true,
      survey1_number_of_panels: '18',
      survey1_panels_age: '5+',
      survey1_preferred_battery_size: '80',
      survey1_battery_box_distance_m: '11',
      Mailing_Street: 'Zandpad 3',
      Mailing_Country: 'Luxemburg',
      Phone: '06-00000110',
    });
  });

  await test.step('§7.2 answers are sent as a single pair, or as properties', async () => {
    // Both readings of the call: the single pair, and properties (§7.2).
    expect(sent[0]).toEqual([{ name: 'survey_1_has_solar_panels', value: true }]);
    expect(sent).toContainEqual({ properties: { survey1_preferred_battery_size: '80' } });
  });
});

test('§2.3, C2 joke leaves the survey, comes back, and corrects an answer', async ({ page, portal, openLink }) => {
  const joke = portal.as('joke');

  await test.step('§2.3, C2 "Nee" leads to the next step at once', async () => {
    await openLink('joke');
    await page.getByRole('button', { name: 'Nee', exact: true }).click();
    await expect(page).toHaveURL(/\/pages\/battery$/);
    expect((await portal.record('Contacts', joke.contactId)).survey_1_has_solar_panels).toBe(false);
  });

  await test.step('back keeps the answer', async () => {
    await page.getByRole('link', { name: 'Vorige' }).click();
    await expect(page.getByRole('button', { name: 'Nee', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a new visit resumes at the first open step', async () => {
    await openLink('joke');
    await expect(page).toHaveURL(/\/pages\/battery$/);
  });

  await test.step('each step has its own address', async () => {
    await openLink('joke', '/pages/Survey_basics');
    await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
  });

  await test.step('skipped photos and details are not asked again', async () => {
    await joke.post('/api/contacts/contactDetails', {
      properties: { survey1_preferred_battery_size: '20', survey1_battery_box_distance_m: '4' },
    });
    await openLink('joke', '/pages/survey1_battery_box_distance_m');
    await next(page).click();
    await expect(page).toHaveURL(/\/pages\/box_pictures$/);
    await openLink('joke');
    await expect(page).toHaveURL(/\/pages\/box_pictures$/);
    await skipPhotos(page);
    await expect(page).toHaveURL(/\/pages\/Survey_basics$/);
    await openLink('joke');
    await expect(page).toHaveURL(/\/pages\/Survey_basics$/);
    await next(page).click();
    await expect(page.getByText('Bedankt voor uw aanvraag')).toBeVisible();
    await openLink('joke');
    await expect(page).toHaveURL(/\/pages\/complete$/);
  });

  await test.step('"controleer uw antwoorden" shows every answer, and "Wijzig" leads there and back', async () => {
    const review = page.locator('.review-answers');
    await expect(review.getByRole('heading')).toHaveText('Uw antwoorden');
    for (const answer of ['Nee', '22,8kW', '4 meter', "Nog geen foto's ontvangen", 'Joke van der Meer', 'Duinweg 45']) {
      await expect(review.getByText(answer)).toBeVisible();
    }
    await expect(review.getByRole('link', { name: /^Wijzig/ })).toHaveCount(4);
    await expect(review.getByRole('link', { name: "Toevoegen Foto's" })).toBeVisible();
    await review.getByRole('link', { name: 'Wijzig Batterij' }).click();
    await size(page).selectOption({ label: 'Weet ik niet' });
    await next(page).click();
    await expect(page).toHaveURL(/\/pages\/complete$/);
    await expect(review.getByText('Weet ik niet')).toBeVisible();
    expect((await portal.record('Contacts', joke.contactId)).survey1_preferred_battery_size).toBe('dontknow');
  });
});

test('I12 the contact step asks whether we may call; a "yes" can be taken back', async ({ page, portal, openLink }) => {
  const permission = async () =>
    (await portal.record('Contacts', portal.as('joke').contactId)).portal_call_permission_at;
  const mayCall = page.getByLabel('Ja, Gaikan mag mij bellen over mijn aanvraag');
  const open = async () => {
    await openLink('joke', '/pages/Survey_basics');
    await expect(mayCall).toBeEnabled();
  };
  await open();
  await expect(mayCall).not.toBeChecked();
  await mayCall.check();
  await next(page).click();
  await expect(page).not.toHaveURL(/Survey_basics/);
  expect(await permission()).not.toBeNull();
  await open();
  await expect(mayCall).toBeChecked();
  await mayCall.uncheck();
  await page.reload();
  await expect(mayCall).not.toBeChecked();
  await next(page).click();
  await expect(page).not.toHaveURL(/Survey_basics/);
  expect(await permission()).toBeNull();
  // A choice that cannot be read is not shown as "no", and can be read again.
  await page.route('**/api/contacts/permission', (route) => route.fulfill({ status: 422 }));
  await page.goto('/pages/Survey_basics');
  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  await expect(again).toBeVisible();
  await expect(mayCall).toBeDisabled();
  await page.unroute('**/api/contacts/permission');
  await again.click();
  await expect(mayCall).toBeEnabled();
  await expect(again).toHaveCount(0);
});
