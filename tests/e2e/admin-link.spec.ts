import { hold, refuse } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

test('Staff mail a customer the personal link, and replace it', async ({ portal, page, desk, expectSound }) => {
  const { contactId, hash } = portal.as('bram');
  const { Email } = await portal.record('Contacts', contactId);
  await desk.open('bram');
  const block = page.locator('.personal-link');
  await test.step('§2.10 "Stuur link" asks, says to whom and when it was sent', async () => {
    await expect(block).not.toContainText('Hier het laatst gestuurd');
    await desk.press('Stuur link');
    await expect(page.getByRole('alertdialog')).toContainText(`Het CRM mailt de link naar ${Email}.`);
    await desk.confirm('Stuur link?');
    await desk.expectDone();
    await expect(block).toContainText('Hier het laatst gestuurd: ');
    expect(await portal.outbox()).toEqual([expect.objectContaining({ content: expect.stringContaining(hash) })]);
    await expect(page.locator('.notes')).not.toContainText(hash);
  });

  await test.step('§2.10 "Nieuwe link" says what the customer will notice', async () => {
    await desk.press('Nieuwe link');
    await expect(page.getByRole('alertdialog')).toContainText('De oude link werkt dan niet meer.');
    await page.keyboard.press('Escape');
    expect((await portal.record('Contacts', contactId)).survey1_hash).toBe(hash);
  });

  await test.step('§2.10 "Nieuwe link" ends the old link, and then offers to send the new one', async () => {
    await desk.complete('Nieuwe link');
    await expect(block).toContainText('De oude link werkt niet meer. Stuur de klant nu de nieuwe.');
    await expect(block).not.toContainText('Hier het laatst gestuurd');
    expect((await portal.call('GET', '/api/contacts/verify', { hash })).status).toBe(404);
    await expectSound();
    await expect(page.locator('.notes')).toHaveCount(1);
  });

  await test.step('§2.10 "Stuur link" then sends the new one', async () => {
    await desk.act('Stuur link');
    await expect(block).toContainText('Hier het laatst gestuurd: ');
    const { survey1_url: url } = await portal.record('Contacts', contactId);
    expect(JSON.stringify(await portal.outbox())).toContain(String(url));
  });
});

test('Sanne records bram’s "Akkoord" with the link, and his permission to call him', async ({ portal, page, desk }) => {
  await desk.open('bram', 'Sanne de Wit');
  const question = page.getByRole('alertdialog');
  await test.step('"Akkoord" sends the link too, unless staff decline', async () => {
    await desk.press('Akkoord');
    await expect(question).toContainText('Volgens de notities nog niet gestuurd.');
    await expect(question.getByLabel('Stuur link')).toBeChecked();
    await question.getByLabel('Stuur link').uncheck();
    await question.getByRole('button', { name: 'Ja' }).click();
    await desk.expectDone();
    await expect(page.getByText('Het CRM heeft de link gemaild.')).toHaveCount(0);
    expect(await portal.outbox()).toEqual([]);
  });

  await test.step('"Akkoord" reports the link as sent only once the CRM accepted it', async () => {
    await desk.press('Verder met deze deal');
    await portal.fault({ kind: 'status', status: 400, match: 'send_mail', times: 1 });
    await desk.complete('Akkoord');
    await expect(page.getByText('Uw belresultaat is vastgelegd, de link niet gestuurd.')).toBeVisible();
    await expect(page.getByText('Het CRM heeft de link gemaild.')).toHaveCount(0);
    await page.locator('.done').getByRole('button', { name: 'Opnieuw proberen' }).click();
    await expect(page.getByText('Het CRM heeft de link gemaild.')).toBeVisible();
    expect(await portal.outbox()).toHaveLength(1);
  });

  await test.step('"Akkoord" does not say that the link was not sent if nobody knows', async () => {
    await desk.press('Verder met deze deal');
    await portal.fault({ kind: 'status', status: 500, match: 'send_mail' });
    await desk.complete('Akkoord');
    await expect(
      page.getByText('Uw belresultaat is vastgelegd. Of de link is gestuurd, is niet bekend.'),
    ).toBeVisible();
    await expect(page.getByText('de link niet gestuurd')).toHaveCount(0);
    await portal.noFaults();
  });

  await test.step('"Akkoord" says when the link was last sent', async () => {
    await desk.press('Verder met deze deal');
    await desk.press('Akkoord');
    await expect(question).toContainText('Hier het laatst gestuurd: ');
    await page.keyboard.press('Escape');
  });

  await test.step('"Akkoord" does not say that the link was not sent if the CRM refuses to show the notes', async () => {
    await portal.behave({ notesPermitted: false });
    await desk.visit('bram');
    await expect(page.getByText('notities niet. Zij ontbreken hier.')).toBeVisible();
    await desk.press('Akkoord');
    await expect(question).toContainText('Het CRM mailt de link naar');
    await expect(question).not.toContainText('niet gestuurd');
    await page.keyboard.press('Escape');
    await portal.behave({ notesPermitted: true });
    await desk.visit('bram');
  });

  await test.step('J9 permission given by phone is recorded, with the words and how the customer gave it', async () => {
    await desk.unfold('Toestemming om te bellen');
    const give = page.getByRole('button', { name: 'Toestemming vastleggen' });
    await expect(give).toHaveAccessibleDescription('Noteer eerst wat de klant zei.');
    await page.getByLabel('Wat zei de klant?').fill('U mag mij altijd bellen');
    await expect(give).toHaveAccessibleDescription('Kies eerst hoe de klant dit zei.');
    await page.getByRole('radio', { name: 'De klant belde zelf' }).check();
    await give.click();
    await expect(page.getByText(/^Toestemming om te bellen sinds /)).toBeVisible();
    await expect(page.locator('.notes')).toContainText('U mag mij altijd bellen');
  });

  await test.step('J9 the permission can be taken back, after a question, because the same place gave it before', async () => {
    await page.getByRole('button', { name: 'Toestemming intrekken' }).click();
    await desk.confirm('Intrekken?');
    await expect(page.getByText('Geen toestemming bekend')).toBeVisible();
    expect((await portal.record('Contacts', portal.as('bram').contactId)).portal_call_permission_at).toBeNull();
  });

  await test.step('J9 a permission that was not recorded is shown on its lead again, with the words', async () => {
    await page.getByLabel('Wat zei de klant?').fill('Bel maar na zessen');
    await page.getByRole('radio', { name: 'De klant belde zelf' }).check();
    await hold(page, '**/callcenter/action');
    await desk.press('Toestemming vastleggen');
    await page.getByRole('link', { name: /Hanna Smit/ }).click();
    await refuse(page, '**/callcenter/action', 422, 'field_invalid');
    const failed = page.locator('.failed-actions').getByRole('listitem');
    await expect(failed).toContainText("Toestemming vastleggen · Bram van 't Hof");
    await failed.getByRole('link', { name: 'Terug naar deze lead' }).click();
    await expect(page.locator('.contact').getByText('Dit is niet gelukt')).toBeVisible();
    await expect(page.getByLabel('Wat zei de klant?')).toHaveValue('Bel maar na zessen');
  });
});
