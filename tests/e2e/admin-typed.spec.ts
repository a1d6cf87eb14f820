import type { Page } from 'playwright/test';
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
