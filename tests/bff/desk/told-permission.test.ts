import { describe, expect, test } from 'vitest';
import { openCallDesk } from '../call-desk.ts';
import { callLater, leftWith, subjectOf } from '../staff.ts';

const { portal, staff } = await openCallDesk();
const permissionOf = async (contactId: string) =>
  (await portal.record('Contacts', contactId)).portal_call_permission_at ?? null;

describe('J9 permission to call, given by phone', () => {
  const key = crypto.randomUUID();
  const given = (contactId: string) => ({
    action: 'permission',
    contactId,
    value: true,
    channel: 'inbound',
    note: 'U mag mij altijd bellen',
  });

  test('J9 it is recorded once for a press, with its words, the names and how it was given, and can be taken back', async () => {
    const { contactId } = portal.as('bram');
    for (let presses = 0; presses < 2; presses += 1) expect((await staff.act(given(contactId), key)).status).toBe(200);
    expect(await permissionOf(contactId)).not.toBeNull();
    const told = async () =>
      (await leftWith(portal, contactId)).notes.filter(({ Note_Title }) => Note_Title === 'Toestemming om te bellen');
    expect((await told()).map(({ Note_Content }) => String(Note_Content).split('\n').slice(0, -1))).toEqual([
      [
        'U mag mij altijd bellen',
        'De klant geeft toestemming om te bellen.',
        "Klant: Bram van 't Hof",
        'Hoe: de klant belde zelf',
        'Medewerker: Sanne de Wit',
      ],
    ]);
    expect((await staff.act({ action: 'permission', contactId, value: false })).status).toBe(200);
    expect(await permissionOf(contactId)).toBeNull();
    expect(await told()).toHaveLength(2);
  });

  test('J9 a press that is repeated because its note failed leaves the note, and gives no permission that was taken back since', async () => {
    const { contactId } = portal.as('bram');
    const press = () => staff.act(given(contactId), `${key}-repeated`);
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
    expect((await press()).status).toBe(503);
    await portal.noFaults();
    expect(await permissionOf(contactId)).not.toBeNull();
    expect((await staff.act({ action: 'permission', contactId, value: false })).status).toBe(200);
    expect((await press()).status).toBe(200);
    expect(await permissionOf(contactId)).toBeNull();
    const { notes } = await leftWith(portal, contactId);
    expect(notes.filter(({ Note_Content }) => String(Note_Content).startsWith('U mag mij'))).toHaveLength(1);
  });

  test('J9 a press that is repeated after a restart gives no permission that was taken back since', async () => {
    const { contactId } = portal.as('bram');
    const press = () => staff.act(given(contactId), `${key}-restarted`);
    expect((await press()).status).toBe(200);
    expect((await staff.act({ action: 'permission', contactId, value: false })).status).toBe(200);
    const before = await leftWith(portal, contactId);
    await portal.restart();
    expect((await press()).status).toBe(200);
    expect([await permissionOf(contactId), await leftWith(portal, contactId)]).toEqual([null, before]);
  });

  test('J9 a permission whose answer was lost is recorded once, also if the press is repeated', async () => {
    const { contactId } = portal.as('bram');
    const press = () => staff.act(given(contactId), `${key}-lost`);
    await portal.fault({ kind: 'reset', match: 'PUT .*/Contacts', when: 'after', times: 1 });
    await portal.fault({ kind: 'status', status: 500, match: '/coql', skip: 1 });
    expect((await press()).body.error).toBe('outcome_unknown');
    await portal.noFaults();
    const at = await permissionOf(contactId);
    expect(at).not.toBeNull();
    expect((await press()).status).toBe(200);
    expect(await permissionOf(contactId)).toBe(at);
    const { notes } = await leftWith(portal, contactId);
    expect(notes.filter(({ Note_Content }) => String(Note_Content).startsWith('U mag mij'))).toHaveLength(1);
  });

  test('J9 it is refused if the panel showed another permission than the CRM has, and changes nothing', async () => {
    const { contactId } = portal.as('bram');
    const end = (expected: string) => staff.act({ action: 'permission', contactId, value: false, expected });
    await staff.act(given(contactId), `${key}-first`);
    const { portal_call_permission_at: shown } = await staff.contact(contactId);
    await portal.salesOps('Contacts', contactId, { portal_call_permission_at: '2026-11-01T10:00:00+01:00' });
    const left = await leftWith(portal, contactId);
    const refused = await end(shown ?? '');
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(await permissionOf(contactId)).toContain('2026-11-01');
    expect(await leftWith(portal, contactId)).toEqual(left);
    expect((await end('2026-11-01T10:00:00+01:00')).status).toBe(200);
    expect(await permissionOf(contactId)).toBeNull();
  });

  test('J9 it is refused with a reason without the words, and for a contact who must not be called', async () => {
    const { contactId } = portal.as('bram');
    const { note: _, ...wordless } = given(contactId);
    expect((await staff.act(wordless)).status).toBe(422);
    await staff.act({ action: 'skip', ...subjectOf(portal, 'bram') });
    expect((await staff.act(given(contactId))).status).toBe(422);
    expect(await permissionOf(contactId)).toBeNull();
  });
});

test('J5 no call can be promised to a customer who does not want calls: the desk says so before the press, and the press is refused', async () => {
  const subject = subjectOf(portal, 'bram');
  await staff.act({ action: 'skip', ...subject });
  const { refusedOutcomes } = (await staff.contact(subject.contactId)).deals[0] ?? {};
  expect(Object.keys(refusedOutcomes ?? {})).toContain('gaikan_call_later');
  const later = { ...callLater(1, 'days'), ...subject };
  expect((await staff.act(later)).status).toBe(422);
  const { calls } = await leftWith(portal, subject.contactId);
  expect(calls.map(({ Outbound_Call_Status }) => Outbound_Call_Status)).toEqual(['Completed']);
});

describe('J5 "Niet meer bellen" without a deal', () => {
  const tagsOf = async (contactId: string) => (await portal.record('Contacts', contactId)).Tag as { name: string }[];

  test.each([false, true])(
    'J5 for a contact without a deal one tag, one call and one note are left, however often it is pressed (the CRM takes the call only after a restart: %s)',
    async (isLate) => {
      const { contactId } = portal.as('joke');
      const key = crypto.randomUUID();
      const press = () => staff.act({ action: 'skip', contactId, note: 'Wil rust' }, key);
      if (isLate) await portal.fault({ kind: 'status', status: 403, match: 'POST .*/Calls$', times: 1 });
      const { status, body } = await press();
      expect([status, (body.result as { refused?: string[] }).refused?.includes('call') ?? false]).toEqual([
        200,
        isLate,
      ]);
      expect((await tagsOf(contactId)).map(({ name }) => name)).toEqual(['niet-bellen']);
      if (isLate) await portal.restart();
      expect((await press()).status).toBe(200);
      const { notes, calls } = await leftWith(portal, contactId);
      expect(notes.map(({ Note_Title }) => Note_Title)).toEqual(['Belresultaat: Niet meer bellen']);
      expect(calls).toEqual([expect.objectContaining({ Call_Result: 'Niet meer bellen', What_Id: null })]);
      expect((await staff.contact(contactId)).doNotCall).toBe(true);
    },
  );

  test('J5 a press for a contact with a deal works as on the panel of the deal, and can be taken back', async () => {
    const { contactId, dealId } = subjectOf(portal, 'bram');
    expect((await staff.act({ action: 'skip', contactId })).status).toBe(200);
    expect((await tagsOf(contactId)).map(({ name }) => name)).toEqual(['niet-bellen']);
    expect((await staff.act({ action: 'undo', contactId, dealId })).status).toBe(200);
    expect(await tagsOf(contactId)).toEqual([]);
  });
});
