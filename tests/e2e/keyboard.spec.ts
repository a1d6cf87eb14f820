import type { Page } from 'playwright/test';
import { expect, test } from './keyboard-page.ts';
import { phonePhoto } from './phone-photo.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const next = (page: Page) => button(page, 'Volgende');

test('H1 anna: the survey and the calculated quote by keyboard alone, each step from its heading', async ({
  page,
  portal,
  openLink,
  keyboard,
}) => {
  await openLink('anna');
  await expect(button(page, /^Ja$/)).toBeEnabled();
  await keyboard.press(button(page, /^Ja$/));
  await expect(button(page, /^Ja$/)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeFocused();
  await page.keyboard.type('13');
  await page.keyboard.press('ArrowUp');
  await keyboard.tabTo(page.getByLabel('Hoe oud zijn de panelen?'));
  await page.keyboard.type('3 tot');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Hoeveel opslag wilt u?');
  // The advised size comes first, then the others in order.
  await keyboard.tabTo(page.getByRole('radio', { name: /^2 × 5,7/ }));
  await page.keyboard.press('Space');
  for (const _ of ['1', '3', '4', '5', '6']) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^6 × 5,7/ })).toBeChecked();
  await keyboard.press(next(page));

  await keyboard.expectHeading('Waar komt de batterij?');
  await keyboard.type(page.getByRole('textbox', { name: /meter/ }), '8');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Uw contact gegevens');
  await keyboard.type(page.getByLabel('Telefoonnummer'), '06 00 00 01 23');
  await keyboard.type(page.getByLabel('Straatnaam + huisnummer'), 'Laan 7');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Bedankt voor uw aanvraag');
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  expect(await portal.record('Deals', portal.as('anna').dealIds[0] ?? '')).toMatchObject({
    survey1_number_of_panels: '14',
    survey1_panels_age: '3-4',
    gaikan_saltion_battery_modules: '6',
    survey1_battery_box_distance_m: '8',
    survey1_calc_complete: true,
  });
});

test('H1 bram: asks, approves and signs by keyboard alone; a closed dialog returns the focus', async ({
  page,
  portal,
  openLink,
  keyboard,
}) => {
  await openLink('bram');
  const callMe = button(page, 'Bel mij');
  await keyboard.press(callMe);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sluiten' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(callMe).toBeFocused();

  const ask = button(page, 'Ik heb een vraag over deze offerte');
  await keyboard.press(ask);
  await expect(page.getByLabel('Uw vraag')).toBeFocused();
  await keyboard.press(button(page, 'Annuleren'));
  await expect(ask).toBeFocused();

  await page.keyboard.press('Home');
  await keyboard.press(button(page, 'Akkoord … Verder'));
  await keyboard.expectHeading('Teken de offerte met uw naam:');
  await keyboard.type(page.getByLabel('Uw naam'), "Bram van 't Hof");
  await keyboard.press(button(page, /^Akkoord/));
  await keyboard.expectHeading('Bedankt voor uw bestelling');
  expect(await portal.record('Deals', portal.as('bram').dealIds[0] ?? '')).toMatchObject({
    gaikan_signature_plain: "Bram van 't Hof",
  });

  const withdraw = button(page, 'Overeenkomst herroepen');
  await keyboard.press(withdraw);
  await keyboard.expectHeading('Overeenkomst herroepen?');
  await keyboard.press(button(page, 'Nee, terug'));
  await expect(withdraw).toBeFocused();
});

test('H1 joke: the six steps with their photos by keyboard alone, each step from its heading', async ({
  page,
  portal,
  openLink,
  keyboard,
}) => {
  await openLink('joke');
  await keyboard.press(button(page, /^Nee$/));

  await keyboard.expectHeading('In welk formaat batterij bent u geïnteresseerd?');
  await keyboard.tabTo(page.getByLabel('Formaat van de batterij'));
  await page.keyboard.type('22');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Waar komt de batterij?');
  await keyboard.tabTo(page.getByRole('textbox', { name: /meter/ }));
  for (let metres = 1; metres < 4; metres += 1) await page.keyboard.press('ArrowUp');
  await keyboard.press(next(page));

  await keyboard.expectHeading("Foto's van de situatie");
  for (const [slot, colour] of [
    ['De hele meterkast', 'tan'],
    ['De groepenkast van dichtbij', 'slategray'],
    ['De plek voor de batterij', 'olive'],
  ] as const) {
    const photo = await phonePhoto(page, colour, 400, 300);
    // Waits before the focus moves: the browser reports a dialog only if a listener already exists.
    const choosing = page.waitForEvent('filechooser');
    await keyboard.tabTo(page.getByLabel(slot));
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(photo);
  }
  await expect(page.getByText('3 van 3 ontvangen')).toBeVisible();
  await keyboard.press(next(page));

  await keyboard.expectHeading('Uw contact gegevens');
  await keyboard.type(page.getByLabel('Plaatsnaam'), 'Elst');
  await page.keyboard.press('Enter');

  await keyboard.expectHeading('Bedankt voor uw aanvraag');
  expect(await portal.record('Contacts', portal.as('joke').contactId)).toMatchObject({
    survey_1_has_solar_panels: false,
    survey1_preferred_battery_size: '20',
    survey1_battery_box_distance_m: '4',
    Mailing_City: 'Elst',
  });
});

test('H1 a call, from the gate through the list to its outcome, by keyboard alone', async ({
  page,
  portal,
  keyboard,
}) => {
  await page.goto('/admin/callcenter');
  await keyboard.type(page.getByLabel('Wachtwoord'), 'zon-en-zout-2026');
  await page.keyboard.press('Enter');
  // A call is only recorded once its colleague is known.
  await keyboard.tabTo(page.getByRole('combobox', { name: 'Gebruiker', exact: true }));
  await page.keyboard.type('Sanne');
  await keyboard.press(page.getByRole('link', { name: /Bram van 't Hof/ }));
  await keyboard.expectHeading("Bram van 't Hof");

  await keyboard.type(page.getByPlaceholder('Notitie'), 'voicemail');
  const noAnswer = button(page, /^Neemt niet op/);
  await keyboard.press(noAnswer);
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Ja' });
  await expect(yes).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(noAnswer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^done/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Volgende lead' }).last()).toBeFocused();
  await keyboard.press(button(page, 'Verder met deze deal'));
  await keyboard.expectHeading(/^Thuisbatterij/);

  const shortcuts = button(page, 'Sneltoetsen');
  await keyboard.press(shortcuts);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeFocused();
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  expect(
    await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result,Outbound_Call_Status'),
  ).toMatchObject([{ Call_Result: 'Neemt niet op' }]);
});

test('H1 an hour at the desk by keyboard alone: five leads handed out, notes, a callback by date, an undo, a search', async ({
  page,
  portal,
  keyboard,
}) => {
  // Leads without a number are not handed out.
  await portal.salesOps('Contacts', portal.as('anna').contactId, { Phone: '06-00000101' });
  await portal.restart();
  const desk = page.getByRole('status').filter({ hasText: /^done/ });
  const note = page.getByPlaceholder('Notitie');
  const question = page.getByRole('alertdialog');
  /** An outcome by its digit; the question's "Ja" has the focus. */
  const record = async (digit: number) => {
    await page.keyboard.press(`Alt+${digit}`);
    await expect(question.getByRole('button', { name: 'Ja' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(desk).toBeVisible();
    await expect(button(page, 'Volgende lead').last()).toBeFocused();
  };
  await page.goto('/admin/callcenter');
  await keyboard.type(page.getByLabel('Wachtwoord'), 'zon-en-zout-2026');
  await page.keyboard.press('Enter');
  await keyboard.tabTo(page.getByRole('combobox', { name: 'Gebruiker', exact: true }));
  await page.keyboard.type('Sanne');
  await page.keyboard.press('Alt+n');
  const LEADS = 5;
  const seen: string[] = [];
  for (let lead = 1; lead <= LEADS; lead += 1) {
    await expect(note).toBeVisible();
    seen.push(page.url().split('/').at(-1) ?? '');
    await page.keyboard.press('Alt+t');
    await expect(note).toBeFocused();
    await page.keyboard.type(`gesprek ${lead}`);
    if (lead === 2) {
      // Each part of a date field is a tab stop; day and month are the same here, in either order.
      await keyboard.tabTo(page.getByLabel('Of op:'));
      await page.keyboard.type('07072099');
      await page.keyboard.type('1430');
      await record(4);
      await expect(page.getByText('Terugbellen: di 7 jul 2099 14:30')).toBeVisible();
    } else if (lead === 3) {
      await record(5);
      await keyboard.press(button(page, 'Ongedaan maken'));
      await expect(question.getByRole('button', { name: 'Ja' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button(page, 'Ongedaan maken')).toBeHidden();
      // The outcome is still missing.
      await expect(button(page, 'Verder met deze deal')).toBeFocused();
      await keyboard.tabTo(button(page, 'Volgende lead').last());
    } else {
      await record(lead === 4 ? 2 : 1);
    }
    if (lead < LEADS) {
      await page.keyboard.press('Enter');
      await expect(page).not.toHaveURL(new RegExp(`${seen.at(-1)}$`));
    }
  }
  expect(new Set(seen).size).toBe(LEADS);

  // A person who is not in the list calls back.
  await page.keyboard.press('Alt+z');
  await expect(page.getByLabel('Zoeken')).toBeFocused();
  await page.keyboard.type('joke@example');
  await keyboard.press(page.getByRole('link', { name: /Joke/ }));
  await keyboard.expectHeading(/Joke/);
  await keyboard.type(page.getByLabel('Losse notitie'), 'belt zelf terug');
  await keyboard.press(button(page, 'Notitie toevoegen'));
  await expect(page.locator('.notes')).toContainText('belt zelf terug');
  for (const [n, contactId] of seen.entries()) {
    const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Title,Note_Content');
    expect(notes.filter(({ Note_Content }) => String(Note_Content).startsWith(`gesprek ${n + 1}\n`))).toHaveLength(1);
  }
});
