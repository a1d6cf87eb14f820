import { describe, expect, test } from 'vitest';
import { openTeamDesk } from './call-desk.ts';
import { type Acted, callLater, leftWith, subjectOf } from './staff.ts';

const { portal, owners, sanne: staff, tom } = await openTeamDesk();
/** The idempotency key of one press. */
const key = 'one-press-of-a-button';
const inFlight = async () => (await portal.sandbox<{ now: number }>('GET', '/sandbox/at-once')).now;

describe('G3 once', () => {
  const noAnswer = (name: string) => ({
    action: 'gaikan_called_noanswer',
    ...subjectOf(portal, name),
    note: 'Voicemail',
  });
  const later = (name: string) => ({ ...callLater(1, 'days'), ...subjectOf(portal, name) });
  const countsOf = async (name: string) => {
    const { notes, calls } = await leftWith(portal, portal.as(name).contactId);
    const marked = notes.filter((note) => String(note.Note_Content).includes('Ref: '));
    return {
      notes: marked.length,
      made: calls.filter((call) => call.Outbound_Call_Status === 'Completed').length,
      planned: calls.filter((call) => call.Outbound_Call_Status === 'Scheduled').length,
    };
  };

  test('G3 the same press in two tabs, each with its own key, leaves one note, one call and one callback', async () => {
    const answers = await Promise.all([staff.act(later('bram'), `${key}-a`), staff.act(later('bram'), `${key}-b`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 two colleagues, or two different notes, are two outcomes', async () => {
    await staff.act(noAnswer('bram'), `${key}-a`);
    await tom.act(noAnswer('bram'), `${key}-b`);
    await staff.act({ ...noAnswer('bram'), note: 'Nog eens' }, `${key}-c`);
    expect(await countsOf('bram')).toEqual({ notes: 3, made: 3, planned: 0 });
  });

  test('G3 a repeat with the same key after a restart finds the finished work in the CRM, and causes no conflict', async () => {
    const { contactId } = subjectOf(portal, 'bram');
    const press = { ...later('bram'), expected: (await staff.contact(contactId)).deals[0]?.version };
    const first = (await staff.act(press, key)).body.result as Acted;
    await portal.restart();
    const again = await staff.act(press, key);
    expect(again.status).toBe(200);
    expect((again.body.result as Acted).callback).toBe(first.callback);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 the same key leaves nothing new an hour later, but the same text with another key is a new call', async () => {
    const { contactId } = subjectOf(portal, 'bram');
    await staff.act(noAnswer('bram'), key);
    const [made] = (await leftWith(portal, contactId)).calls;
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, '');
    await portal.salesOps('Calls', String(made?.id), { Call_Start_Time: anHourAgo });
    await portal.restart();
    await staff.act(noAnswer('bram'), key);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 0 });
    await staff.act(noAnswer('bram'), crypto.randomUUID());
    expect(await countsOf('bram')).toEqual({ notes: 2, made: 2, planned: 0 });
  });

  test.each([
    ['an edit of the quote', { action: 'set-battery-module-num', value: '8' }, ' 8'],
    ['another owner', { action: 'setOwner', value: owners.yusuf }, 'Yusuf'],
  ])(
    '%s is not confirmed while the CRM refuses its note: the next press leaves the typed note, once',
    async (_, edit, fact) => {
      const press = () => staff.act({ ...subjectOf(portal, 'bram'), ...edit, note: 'Gebeld: akkoord' }, key);
      const noted = async () => {
        const { notes } = await leftWith(portal, portal.as('bram').contactId);
        return notes.map(({ Note_Content }) => String(Note_Content)).filter((text) => text.includes('Gebeld: akkoord'));
      };
      await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
      expect((await press()).status).toBe(503);
      await portal.noFaults();
      expect(await noted()).toEqual([]);
      expect((await press()).status).toBe(200);
      expect((await press()).status).toBe(200);
      expect(await noted()).toEqual([expect.stringContaining(fact)]);
    },
  );

  test('G3 if the note fails while the callback is still being written, the next press finds the callback', async () => {
    await portal.fault({ kind: 'status', status: 503, match: 'POST /crm/v8/Contacts' });
    await portal.fault({ kind: 'latency', ms: 600, match: 'POST /crm/v8/Calls', times: 2 });
    const calls = await portal.crmCallsOf(async () => {
      expect((await staff.act(later('bram'), key)).status).toBe(503);
      await portal.noFaults();
      expect((await staff.act(later('bram'), key)).status).toBe(200);
      await expect.poll(inFlight).toBe(0);
    });
    expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/Calls'))).toHaveLength(2);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });
});
