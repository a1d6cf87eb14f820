import type { Page } from 'playwright/test';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

// Decision I10: nothing typed at the desk is dropped.

const kept = (page: Page) => page.getByText('Wat u hier invulde en niet opsloeg, staat er nog als u terugkomt.');

test('I10 whatever is typed on a lead is asked about before it is left', async ({ page, portal, desk }) => {
  const { contactId } = portal.as('hanna');
  await desk.open('hanna', 'Sanne de Wit');
  const question = page.getByRole('alertdialog');
  const leaveForBram = () => page.getByRole('link', { name: /Bram van 't Hof/ }).click();
  const written = async () => {
    const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Content');
    return notes.map(({ Note_Content }) => String(Note_Content)).filter((text) => text.startsWith('dakkapel'));
  };
  await test.step('A plain note is written, after an outcome too', async () => {
    await page.getByLabel('Losse notitie').fill('dakkapel op het zuiden');
    await desk.complete('Neemt niet op');
    await page.keyboard.press('Alt+n');
    await expect(kept(page)).toBeHidden();
    await desk.confirm('Zonder resultaat verder?');
    await expect(page).not.toHaveURL(new RegExp(contactId));
    await expect.poll(written).toHaveLength(1);
    await desk.visit('hanna');
    await expect(page.getByLabel('Losse notitie')).toHaveValue('');
  });

  await test.step('A corrected address stays in its field', async () => {
    await desk.unfold('Gegevens wijzigen');
    await page.getByLabel('Plaatsnaam').fill('Doorn');
    await leaveForBram();
    await expect(kept(page)).toBeVisible();
    await desk.confirm('Zonder resultaat verder?');
    await expect(page.getByRole('heading', { name: "Bram van 't Hof" })).toBeVisible();
    await desk.visit('hanna');
    await expect(page.getByLabel('Plaatsnaam')).toHaveValue('Doorn');
  });

  await test.step('Once it is saved, nobody is asked, and the button has the focus', async () => {
    await desk.act('Gegevens opslaan', 'update?');
    await expect(page.getByText('Wijzig eerst een gegeven.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gegevens opslaan' })).toBeFocused();
    await leaveForBram();
    await expect(question).toBeHidden();
    await expect(page.getByRole('heading', { name: "Bram van 't Hof" })).toBeVisible();
  });

  await test.step('The Back button of the browser asks too', async () => {
    const note = page.getByPlaceholder('Notitie');
    const goBack = () => page.evaluate(() => window.history.back());
    // A page may hold back a press of Back only after real input.
    await note.pressSequentially('twijf');
    await goBack();
    await expect(question).toContainText('Zonder resultaat verder?');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(portal.as('bram').contactId));
    await note.pressSequentially('elt');
    await expect(note).toHaveValue('twijfelt');
    await goBack();
    const saved = page.waitForResponse('**/callcenter/action');
    await desk.confirm('Zonder resultaat verder?');
    await (await saved).finished();
    await expect(page.getByRole('heading', { name: 'Hanna Smit' })).toBeVisible();
    await desk.visit('bram');
    await expect(note).toHaveValue('');
  });
});

test('I10 staff who leave a lead without an outcome are asked; its note is kept', async ({ portal, page, desk }) => {
  const { contactId } = portal.as('hanna');
  const { contactId: bram } = portal.as('bram');
  const written = async () =>
    (await portal.related('Contacts', contactId, 'Notes', 'Note_Content'))
      .map((note) => String(note.Note_Content))
      .filter((text) => text.startsWith('belt'));
  await desk.open('hanna', 'Sanne de Wit');
  const note = page.getByPlaceholder('Notitie');
  await note.fill('belt zelf terug');
  await page.getByLabel('De klant belde zelf').check();
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('alertdialog')).toContainText('Zonder resultaat verder?');
  await page.keyboard.press('Escape');
  await expect(note).toHaveValue('belt zelf terug');
  expect(await written()).toEqual([]);

  const goTo = page.getByLabel('Contact openen op nummer');
  await goTo.fill(contactId);
  await goTo.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await goTo.fill(bram);
  await goTo.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Zonder resultaat verder?');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(contactId));

  // An action that does not hold the note is still running.
  await hold(page, '**/callcenter/action');
  await desk.act('Stuur link');
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('alertdialog')).toContainText('Zonder resultaat verder?');
  await page.keyboard.press('Escape');
  await letGo(page);
  await expect(page.locator('.personal-link').getByText('done', { exact: true })).toBeVisible();

  await portal.fault({ kind: 'status', status: 400, match: 'Notes', times: 1 });
  await page.getByRole('link', { name: /Bram/ }).click();
  await desk.confirm('Zonder resultaat verder?');
  await expect(page).toHaveURL(new RegExp(bram));
  await expect(page.getByText('Niet vastgelegd: Notitie toevoegen · Hanna Smit.')).toBeVisible();
  await page.getByRole('link', { name: 'Terug naar deze lead' }).first().click();
  await expect(note).toHaveValue('belt zelf terug');

  await page.keyboard.press('Alt+n');
  await desk.confirm('Zonder resultaat verder?');
  await expect(page).not.toHaveURL(new RegExp(contactId));
  await expect.poll(written).toEqual([expect.stringMatching(/belt zelf terug\nDe klant belde zelf\./)]);
  await page.goto(`/admin/callcenter/contacts/${contactId}`);
  await expect(note).toHaveValue('');
  await expect(page.getByText('Inkomend gesprek')).toBeVisible();
  await page.getByRole('link', { name: /Bram/ }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('A note is not written a second time, apart from its outcome, if the CRM may have that outcome', async ({
  portal,
  page,
  desk,
}) => {
  const { contactId } = portal.as('hanna');
  await desk.open('hanna', 'Sanne de Wit');
  await page.getByPlaceholder('Notitie').fill('wil geen batterij');
  await portal.fault({ kind: 'status', status: 500, match: 'POST .*/Calls' });
  await desk.act('Te duur');
  await expect(page.getByText('Wij weten niet of dit is vastgelegd')).toBeVisible();
  await portal.noFaults();
  await page.keyboard.press('Alt+n');
  await expect(page).not.toHaveURL(new RegExp(contactId));
  await page.getByRole('link', { name: 'Terug naar deze lead' }).first().click();
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(page.getByText('done', { exact: true })).toBeVisible();
  const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Title,Note_Content');
  expect(notes.filter((note) => String(note.Note_Content).includes('wil geen batterij'))).toHaveLength(1);
});
