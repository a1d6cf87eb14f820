import { describe, expect, test } from 'vitest';
import type { PreviewAnswer } from '../../../bff/view-models/callcenter-action.ts';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { ADMIN, leftWith, subjectOf } from '../staff.ts';

const { portal, clock, sanne, tom } = await openTeamDesk();

const shown = (name: string) => sanne.contact(portal.as(name).contactId);
const dealOf = ({ dealId }: { dealId: string }) => portal.record('Deals', dealId);
/** All fields of a deal except those that the CRM itself changes. */
const fieldsOf = async (subject: { dealId: string }) => {
  const { Modified_Time: _at, Modified_By: _by, ...fields } = await dealOf(subject);
  return fields;
};

const discount = { action: 'discount', value: 500, value2: 'Buurtactie' };

describe('I10 an edit of a quote can be taken back like an outcome', () => {
  test.each([
    ['a discount', 'bram', discount],
    ['a discount that replaced another', 'carla', discount],
    ['the end of a discount', 'carla', { action: 'discount', value: 0 }],
    ['a discount on a quote by hand', 'gerrit', discount],
    ['"Omzetten naar modules"', 'carla', { action: 'upgrade-deal-version' }],
  ])('%s, taken back within ten minutes: one write restores the deal, with a note', async (_what, name, edit) => {
    const subject = subjectOf(portal, name);
    await portal.salesOps('Deals', subject.dealId, {
      survey1_approve_clicked: true,
      portal_declined_at: '2026-11-20T10:00:00+01:00',
    });
    const before = await fieldsOf(subject);
    expect((await sanne.act({ ...edit, ...subject })).status).toBe(200);
    expect(await fieldsOf(subject)).not.toEqual(before);
    expect((await shown(name)).undo).toMatchObject({ action: edit.action, dealId: subject.dealId });
    const calls = await portal.crmCallsOf(async () => {
      expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
    });
    expect([calls.length, calls.filter(({ method }) => method === 'PUT').length]).toEqual([4, 1]);
    expect(await fieldsOf(subject)).toEqual(before);
    const [note] = (await leftWith(portal, subject.contactId)).notes;
    expect(note).toMatchObject({
      Note_Title: 'Offerte aangepast',
      Note_Content: expect.stringMatching(/^Ongedaan gemaakt: [\s\S]*Totaal incl\. btw: .* → [\s\S]*Medewerker: Sanne/),
    });
    expect((await shown(name)).undo).toBeNull();
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(422);
  });

  test('J10 before an undo staff can see the price after it; the preview is refused whenever the undo would be', async () => {
    const subject = subjectOf(portal, 'bram');
    const preview = () => sanne.post(`${ADMIN}/preview`, { action: 'undo', ...subject });
    expect((await preview()).status).toBe(422);
    await sanne.act({ ...discount, ...subject });
    const { before, after } = (await preview()).body.result as PreviewAnswer['result'];
    expect([before.totals.finalInclVat, after.totals.finalInclVat]).toEqual([23_892.06, 24_497.06]);
    expect((await dealOf(subject)).gaikan_discount).toBe(500);
    await portal.salesOps('Deals', subject.dealId, { gaikan_discount: 400 });
    expect((await preview()).status).toBe(409);
  });

  test('after ten minutes it is refused', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ ...discount, ...subject });
    clock.offsetMs = 10 * MINUTE_MS;
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(422);
    expect((await dealOf(subject)).gaikan_discount).toBe(500);
  });

  test('an undo takes back the last action, an outcome or an edit, or the action that was shown', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ action: 'not_interested', ...subject });
    const outcome = (await shown('bram')).undo?.version;
    clock.offsetMs = MINUTE_MS;
    await sanne.act({ ...discount, ...subject });
    expect((await shown('bram')).undo).toMatchObject({ action: 'discount' });
    await sanne.act({ action: 'undo', ...subject });
    expect(await dealOf(subject)).toMatchObject({ gaikan_discount: null, Stage: 'Closed Lost' });
    expect((await shown('bram')).undo).toMatchObject({ action: 'not_interested' });
    await sanne.act({ ...discount, ...subject });
    await sanne.act({ action: 'undo', ...subject, expected: outcome });
    expect(await dealOf(subject)).toMatchObject({ gaikan_discount: 500, Stage: 'Available For Customer' });
  });

  test('only the edit that was shown is taken back: a later edit by a colleague stays, and is reported', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ action: 'gaikan_called_noanswer', ...subject });
    await sanne.act({ ...discount, ...subject });
    const expected = (await shown('bram')).undo?.version;
    await tom.act({ ...discount, ...subject, value: 750 });
    const { status, body } = await sanne.act({ action: 'undo', ...subject, expected });
    expect([status, body.error]).toEqual([409, 'conflict']);
    // The earlier outcome has nothing to do with it.
    expect(body.detail).toMatch(/^Iemand heeft deze lead intussen gewijzigd\. Er is niets ongedaan gemaakt\./);
    expect((await dealOf(subject)).gaikan_discount).toBe(750);
  });

  test.each([
    ['changed', { gaikan_saltion_battery_modules: '8', gaikan_discount: 400 }, 'conflict', 'intussen gewijzigd'],
    ['approved', { survey1_approve_clicked: true }, 'conflict', 'intussen akkoord gegeven'],
    ['signed', { gaikan_signature_plain: "Bram van 't Hof" }, 'already_signed', 'kan daarom niet ongedaan'],
  ])('the edit of a quote that was %s since stays, and the refusal says why', async (_what, fields, error, why) => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ ...discount, ...subject });
    await portal.salesOps('Deals', subject.dealId, fields);
    const held = await fieldsOf(subject);
    const { status, body } = await sanne.act({ action: 'undo', ...subject });
    expect([status, body.error, body.detail]).toEqual([409, error, expect.stringContaining(why)]);
    expect(await fieldsOf(subject)).toEqual(held);
  });

  test('a customer who viewed it meanwhile does not stop the undo', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ ...discount, ...subject });
    await portal.salesOps('Deals', subject.dealId, { Stage: 'Viewed' });
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
    expect(await dealOf(subject)).toMatchObject({ gaikan_discount: null, Stage: 'Viewed' });
  });

  test('a failed note is reported; the next press leaves the note, once', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ ...discount, ...subject });
    const undo = { action: 'undo', ...subject };
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
    expect((await sanne.act(undo)).status).toBe(503);
    await portal.noFaults();
    expect((await sanne.act(undo)).status).toBe(200);
    const { notes } = await leftWith(portal, subject.contactId);
    expect(notes.filter(({ Note_Content }) => String(Note_Content).startsWith('Ongedaan gemaakt'))).toHaveLength(1);
    expect((await dealOf(subject)).gaikan_discount).toBeNull();
  });
});
