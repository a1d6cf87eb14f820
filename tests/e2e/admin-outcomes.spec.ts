import type { Portal } from '../bff/portal.ts';
import { expect, test } from './admin-desk.ts';

/**
 * Call outcomes of the table in §7.4, each on a lead of its own; their effects are proved in
 * tests/bff/actions-outcomes.test.ts, the other outcomes below.
 */
const OUTCOMES = [
  { who: 'bram', lead: /Bram van 't Hof/, result: 'Te duur' },
  { who: 'hanna', lead: /Hanna Smit/, result: 'Akkoord' },
  { who: 'gerrit', lead: /Gerrit/, result: 'Niet meer bellen' },
  { who: 'anna', lead: /Anna Brouwer/, result: 'Neemt niet op' },
] as const;

async function leftBehind(portal: Portal, contactId: string) {
  const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Title,Note_Content');
  const fields = 'Call_Result,Outbound_Call_Status,Call_Start_Time,Owner';
  const calls = await portal.related('Contacts', contactId, 'Calls', fields);
  return { notes: notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Belresultaat')), calls };
}

test('Sanne records outcomes of calls, on one lead after the other', async ({ portal, page, desk }) => {
  await desk.enter('/admin/callcenter');
  await desk.choose('Sanne de Wit');
  const visit = async (lead: RegExp) => {
    await page.getByRole('link', { name: lead }).click();
    await expect(page.getByRole('heading', { name: lead, level: 2 })).toBeVisible();
  };
  const { contactId, dealId } = portal.as('karel');
  const read: string[] = [];
  await test.step('§7.4 "Geen interesse" takes a reason by keyboard, or none', async () => {
    await visit(/Karel Hendriks/);
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    page.on('request', (request) => {
      if (request.method() === 'GET') read.push(new URL(request.url()).pathname);
    });
    await page.keyboard.press('Alt+5');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Ja' })).toBeFocused();
    // A shortcut that is still held, or pressed twice, chooses no reason.
    await page.keyboard.press('Alt+5');
    await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.keyboard.press('1');
    await expect(question.getByLabel('Kiest een andere leverancier')).toBeChecked();
    await page.keyboard.press('2');
    await expect(question.getByRole('radio', { checked: true })).toHaveAccessibleName('Stelt het uit');
    await page.keyboard.press('Enter');
    await desk.expectDone();
    const { notes, calls } = await leftBehind(portal, contactId);
    expect(calls).toMatchObject([{ Call_Result: 'Geen interesse' }]);
    expect(notes).toMatchObject([{ Note_Content: expect.stringContaining('Genoemd: Stelt het uit') }]);
  });

  await test.step('J12 the list gets only the change: neither the list nor the contact is read again', async () => {
    await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toBeHidden();
    const desks = '/api/admin/callcenter';
    expect(read).toContain(`${desks}/changes`);
    expect(read).not.toContain(desks);
    expect(read).not.toContain(`${desks}/contacts/${contactId}`);
  });

  await test.step('I10 an outcome by a wrong button can be taken back', async () => {
    await desk.complete('Ongedaan maken');
    expect(await portal.record('Deals', dealId)).toMatchObject({ Stage: 'Available For Customer' });
    await expect(page.getByRole('link', { name: /Karel Hendriks/ })).toBeVisible();
  });

  for (const { who, lead, result } of OUTCOMES) {
    await test.step(`§7.4 "${result}" asks its question, says done, and the CRM has one call and one note`, async () => {
      await visit(lead);
      await page.getByPlaceholder('Notitie').fill('Sprak de buurman <b>aan</b> de deur');
      await desk.complete(result);

      const { notes, calls } = await leftBehind(portal, portal.as(who).contactId);
      expect(calls).toMatchObject([{ Call_Result: result, Outbound_Call_Status: 'Completed' }]);
      expect(notes).toMatchObject([{ Note_Title: `Belresultaat: ${result}` }]);
      expect(notes[0]?.Note_Content).toContain('Sprak de buurman <b>aan</b> de deur');
      expect(notes[0]?.Note_Content).toContain('Medewerker: Sanne de Wit');

      await desk.press('Verder met deze deal');
      await expect(page.getByText(`Belresultaat: ${result}`, { exact: true })).toBeVisible();
      await expect(page.getByPlaceholder('Notitie')).toHaveValue('');
    });
  }

  await test.step('G2 if the CRM refuses a stage, the desk says what is recorded and what staff have to do', async () => {
    await portal.behave({ stageLocked: true });
    await visit(/Carla Timmermans/);
    await desk.act('Geen interesse');
    await expect(page.getByText('Vastgelegd, op dit na:')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Het CRM nam de nieuwe fase niet aan. Wijzig de fase in het CRM.');
    await expect(page.getByText('done', { exact: true })).toHaveCount(0);
  });
});

test('Tom plans two callbacks and an appointment with bram', async ({ portal, page, desk }) => {
  const { contactId } = portal.as('bram');
  await desk.open('bram', 'Tom Verhoeven');
  const card = page.getByRole('link', { name: /Bram van 't Hof/ });
  await test.step('§7.4 "Later terug bellen" takes an amount and a unit, and shows the moment', async () => {
    await expect(page.getByLabel('Aantal', { exact: true })).toHaveValue('1');
    await expect(page.getByLabel('Eenheid')).toHaveValue('days');
    await expect(page.getByText('dagen', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Eenheid').locator('option')).toHaveText([
      'Minutes',
      'Hours',
      'Days',
      'Weeks',
      'Months',
    ]);
    await page.getByLabel('Aantal', { exact: true }).fill('2');
    await page.getByLabel('Eenheid').selectOption('Weeks');
    const moment = page.getByText(/^Wordt: (ma|di|wo|do|vr|za|zo) \d+ \w+ (\d{4} )?\d\d:\d\d$/);
    await expect(moment).toBeVisible();
  });

  await test.step('G1 the card of the lead shows the scheduled call', async () => {
    await desk.complete('Later terug bellen', 'Bel later terug:');
    await expect(page.getByText(/^Terugbellen: /)).toBeVisible();
    // Now among the last leads, which the list draws only when they come into view.
    await page.getByLabel('Zoeken').fill('bram');
    await expect(card).toContainText(/Bellen: (ma|di|wo|do|vr|za|zo) \d+ \w+ (\d{4} )?\d\d:\d\d/);
    await expect(card).toContainText('1 keer gebeld · later terugbellen');
  });

  await test.step('§7.4 "Later terug bellen" schedules the call in the CRM', async () => {
    const { notes, calls } = await leftBehind(portal, contactId);
    expect(notes).toHaveLength(1);
    expect(calls).toHaveLength(2);
    const planned = calls.find(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Scheduled');
    const inDays = (Date.parse(String(planned?.Call_Start_Time)) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(13.9);
    expect(inDays).toBeLessThan(14.1);
    expect(planned?.Owner).toMatchObject({ name: 'Tom Verhoeven' });
  });

  await test.step('I8 "Later terug bellen" takes a date too; card and panel name who promised it', async () => {
    await desk.press('Verder met deze deal');
    await desk.press('Volgende week');
    await expect(page.getByLabel('Of op:')).toHaveValue(/^\d{4}-\d\d-\d\dT10:00$/);
    await page.getByLabel('Of op:').fill('2099-07-01T14:30');
    await desk.act('Later terug bellen', 'Bel later terug:');
    await expect(page.getByText('Terugbellen: wo 1 jul 2099 14:30')).toBeVisible();
    await expect(card).toContainText('Bellen: wo 1 jul 2099 14:30 Tom Verhoeven');
    await expect(page.locator('.call-facts')).toContainText('wo 1 jul 2099 14:30 · Tom Verhoeven');
  });

  await test.step('§7.4 "Afspraak maken" is recorded and opens the prefilled booking page', async () => {
    await desk.press('Verder met deze deal');
    const opened = page.waitForEvent('popup');
    await desk.complete('Afspraak maken', 'Afspraak?');
    const booking = await opened;
    await expect(booking.getByText("Bram van 't Hof")).toBeVisible();
    // A browser may have blocked the new window: the keyboard does not skip the link.
    await expect(page.getByRole('link', { name: /^Afsprakenpagina openen/ })).toBeFocused();
    const all = await leftBehind(portal, contactId);
    expect(all.calls.filter((call) => call.Call_Result === 'Afspraak maken')).toHaveLength(1);
    expect(all.notes).toHaveLength(3);
  });
});

test('Whatever goes wrong, an outcome is recorded once or not at all', async ({ portal, page, desk, context }) => {
  const { contactId } = portal.as('bram');
  const { contactId: hanna } = portal.as('hanna');
  const note = page.getByPlaceholder('Notitie');
  await desk.open('bram');
  await test.step('§5 a question that is closed without an answer does nothing', async () => {
    await note.fill('belt morgen zelf');
    await desk.press('Te duur');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await desk.press('Te duur');
    await desk.press('Annuleren');
    await expect(note).toHaveValue('belt morgen zelf');
    expect((await leftBehind(portal, contactId)).calls).toEqual([]);
  });

  await test.step('G4 a failed action is not "done" and keeps the note', async () => {
    await portal.fault({ kind: 'status', status: 400, match: 'POST .*/(Calls|Notes)' });
    await desk.act('Neemt niet op');
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(note).toHaveValue('belt morgen zelf');
    await portal.noFaults();
  });

  await test.step('G4, fault 03 an unknown outcome is not "done" and keeps the note', async () => {
    await portal.fault({ kind: 'status', status: 500, match: 'POST .*/Calls$' });
    await desk.press('Opnieuw proberen');
    await expect(page.getByText('Wij weten niet of dit is vastgelegd.')).toBeVisible();
    await expect(page.getByText('done', { exact: true })).toBeHidden();
    await expect(note).toHaveValue('belt morgen zelf');
    await portal.noFaults();
  });

  await test.step('G3, fault 03 a later press leaves one call and one note', async () => {
    await desk.press('Opnieuw proberen');
    await desk.expectDone();
    const { calls, notes } = await leftBehind(portal, contactId);
    expect(calls).toHaveLength(1);
    expect(notes.filter(({ Note_Content }) => String(Note_Content).includes('belt morgen zelf'))).toHaveLength(1);
  });

  await page.getByRole('link', { name: /Hanna Smit/ }).click();
  await expect(page).toHaveURL(new RegExp(hanna));
  await expect(note).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByPlaceholder('Notitie')).toBeVisible();

  await test.step('G3, fault 12, fault 36 a double click whose answer is lost is done once', async () => {
    let lost = 0;
    await page.route('**/api/admin/callcenter/action', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await desk.press('Neemt niet op');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ja' }).dblclick();
    await desk.expectDone();
    expect(lost).toBe(1);
  });

  await test.step('G3, fault 36 the same press in a second tab still leaves one call and one note', async () => {
    await second.getByRole('button', { name: 'Neemt niet op', exact: true }).click();
    await second.keyboard.press('Enter');
    await expect(second.getByText('done', { exact: true })).toBeVisible();

    const left = await leftBehind(portal, hanna);
    expect(left.calls).toHaveLength(1);
    expect(left.notes).toHaveLength(1);
  });
});
