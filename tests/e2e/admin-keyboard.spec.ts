import type { Page } from 'playwright/test';
import { PASSWORD } from './admin-desk.ts';
import { expect, type Keyboard, test } from './keyboard-page.ts';
import { button } from './portal-page.ts';

// The desk with a keyboard alone, and what a screen reader gets: names, roles and states.

async function logIn(page: Page, keyboard: Keyboard): Promise<void> {
  await page.goto('/admin/callcenter');
  await keyboard.type(page.getByLabel('Wachtwoord'), PASSWORD);
  await page.keyboard.press('Enter');
  // A call is only recorded once its colleague is known.
  await keyboard.tabTo(page.getByRole('combobox', { name: 'Gebruiker', exact: true }));
  await page.keyboard.type('Sanne');
}

test('Sanne makes a call by keyboard alone, from the gate to its outcome', async ({ page, portal, keyboard }) => {
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Ja' });
  await test.step('H1 the gate and the list lead to a lead by keyboard', async () => {
    await logIn(page, keyboard);
    await keyboard.press(page.getByRole('link', { name: /Bram van 't Hof/ }));
    await keyboard.expectHeading("Bram van 't Hof");
  });

  await test.step('H1 a screen reader gets the lead with its deal', async () => {
    const deal = page.getByRole('region', { name: "Thuisbatterij Van 't Hof" });
    await expect(deal).toMatchAriaSnapshot(`
    - region "Thuisbatterij Van 't Hof":
      - heading "Thuisbatterij Van 't Hof Available For Customer" [level=2]
      - textbox "Notitie"
      - group "Niet bereikt":
        - button "Neemt niet op"
      - group "Gesproken":
        - button "Akkoord"
        - button "Afspraak maken"
        - button "Later terug bellen"
        - textbox "Aantal": "1"
        - combobox "Eenheid"
      - group "Sluit af":
        - button "Geen interesse"
        - button "Te duur"
        - button "Niet meer bellen"
      - heading "Offerte aanpassen:" [level=3]
      - group "Aantal modules":
        - combobox "Aantal modules"
        - button "Opslaan"
      - textbox "Bedrag:"
      - textbox "Text:"
      - button "Korting toepassen"
      - table:
        - rowgroup:
          - row "Eind totaal € 24.497,06"
  `);
    await expect(page.getByRole('region', { name: "Bram van 't Hof" })).toMatchAriaSnapshot(`
    - region "Bram van 't Hof":
      - heading "Bram van 't Hof" [level=2]
      - link "06-00000102"
      - textbox "Losse notitie"
      - heading "Notes" [level=3]
      - list:
        - listitem:
          - strong: Eerste contact
      - group: Toestemming om te bellen
      - group: Antwoorden
      - group: Foto's
      - group: Map
      - group: "Eigenaar: Tom Verhoeven"
      - group: Gegevens wijzigen
  `);
  });

  await test.step('H1 an outcome is recorded by keyboard', async () => {
    await keyboard.type(page.getByPlaceholder('Notitie'), 'voicemail');
    const noAnswer = button(page, /^Neemt niet op/);
    await keyboard.press(noAnswer);
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
  });

  await test.step('H1 a changed total is announced', async () => {
    await keyboard.type(page.getByLabel('Bedrag:'), '250');
    await keyboard.press(button(page, 'Korting toepassen'));
    await expect(yes).toBeFocused();
    await expect(yes).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /done.*Eind totaal €\s24\.194,56/s })).toBeVisible();
  });

  await test.step('H1 the list of shortcuts gives the focus back, and the next lead takes it', async () => {
    const shortcuts = button(page, 'Sneltoetsen');
    await keyboard.press(shortcuts);
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeFocused();
    await page.keyboard.press('Alt+n');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  });

  await test.step('H1 the CRM has the outcome', async () => {
    expect(
      await portal.related('Contacts', portal.as('bram').contactId, 'Calls', 'Call_Result,Outbound_Call_Status'),
    ).toMatchObject([{ Call_Result: 'Neemt niet op' }]);
  });
});

test('H1 an hour at the desk by keyboard alone: five leads and a search', async ({ page, portal, keyboard }) => {
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
  await logIn(page, keyboard);
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
  await expect(page.getByText('geen deal', { exact: true })).toBeVisible();
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
