import { describe, expect, test } from 'vitest';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { ADMIN, leftWith } from '../staff.ts';

// "Stuur link" and "Nieuwe link" at the desk.

const { portal, clock, sanne: staff } = await openTeamDesk();

const KEY = 'one-press-of-a-link-button';
const act = (action: 'send-link' | 'new-link', name: string, more = {}, key?: string) =>
  staff.act({ action, contactId: portal.as(name).contactId, ...more }, key);
/** The notes that the actions leave. */
const notesOf = async (name: string) => {
  const { notes } = await leftWith(portal, portal.as(name).contactId);
  return notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Persoonlijke link'));
};
const contactOf = (name: string) => portal.record('Contacts', portal.as(name).contactId);
const sentAt = async (name: string) => {
  const { body } = await staff.get(`${ADMIN}/contacts/${portal.as(name).contactId}/timeline`);
  return (body.result as { linkSentAt: string | null }).linkSentAt;
};
const verify = (hash: unknown) => portal.call('GET', '/api/contacts/verify', { hash: String(hash) });

describe('"Stuur link"', () => {
  test('mails the link to the contact’s own address once per press, also if it is repeated half an hour after a restart, and notes who did it, without the link', async () => {
    const { hash } = portal.as('bram');
    const { Email } = await contactOf('bram');
    const answers = [await act('send-link', 'bram', {}, KEY), await act('send-link', 'bram', {}, KEY)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const offsetMs of [0, 30 * MINUTE_MS]) {
      await portal.restart();
      clock.offsetMs = offsetMs;
      expect((await act('send-link', 'bram', {}, KEY)).status).toBe(200);
    }
    const mails = await portal.outbox();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0]?.to)).toContain(String(Email));
    expect(mails[0]?.content).toContain(`http://portal.test/?survey_hash=${hash}`);
    const [note, ...others] = await notesOf('bram');
    expect(others).toEqual([]);
    expect(note?.Note_Title).toBe('Persoonlijke link gestuurd');
    expect(note?.Note_Content).toContain('Medewerker: Sanne de Wit');
    expect(JSON.stringify([note, answers, portal.logged()])).not.toContain(hash);
    expect(await sentAt('bram')).toEqual(expect.any(String));
  });

  test.each([
    ['has no e-mail address', { Email: null }, 'geen e-mailadres'],
    ['has no link yet', { survey1_hash: null, survey1_url: null }, 'nog geen persoonlijke link'],
    ['wants no mail', { Email_Opt_Out: true }, 'Het CRM verstuurt geen e-mail'],
  ])('to a customer who %s is refused with a reason, and nothing is mailed or noted', async (_, fields, words) => {
    await portal.salesOps('Contacts', portal.as('bram').contactId, fields);
    const { status, body } = await act('send-link', 'bram');
    expect([status, body.detail]).toEqual([422, expect.stringContaining(words)]);
    expect([await portal.outbox(), await notesOf('bram')]).toEqual([[], []]);
  });

  test('counts as sent until the link is replaced or the e-mail address changes, because the customer then has a dead link or none', async () => {
    await act('send-link', 'bram');
    await act('new-link', 'bram');
    expect(await sentAt('bram')).toBeNull();
    await act('send-link', 'bram');
    expect(await sentAt('bram')).toEqual(expect.any(String));
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Email: 'bram.nieuw@voorbeeld.test' });
    expect(await sentAt('bram')).toBeNull();
  });

  test('with a lost answer says that the mail may have gone out', async () => {
    await portal.fault({ match: 'send_mail', kind: 'reset', when: 'after', times: 1 });
    const { status, body } = await act('send-link', 'bram');
    expect([status, body.error, body.detail]).toEqual([503, 'outcome_unknown', expect.stringMatching(/^Misschien/)]);
    expect(await notesOf('bram')).toEqual([]);
  });

  test('has a daily allowance of its own; when the desk has used it up, a visitor’s request is still mailed', async () => {
    for (let n = 0; n < 20; n += 1) expect((await act('send-link', n % 2 ? 'bram' : 'carla')).status).toBe(200);
    const { status, body } = await act('send-link', 'daan');
    expect([status, body.detail]).toEqual([429, expect.stringContaining('Er is niets verstuurd')]);
    const { Email } = await contactOf('daan');
    await portal.call('POST', '/api/contacts/link', { body: { email: Email } });
    await portal.settled();
    expect(await portal.outbox()).toHaveLength(21);
  });
});

describe('"Nieuwe link"', () => {
  test('replaces hash and address in one guarded write; the old link is dead at once, the new one opens', async () => {
    const { hash, contactId, deal } = portal.as('bram');
    const key = { 'idempotency-key': 'a-press-with-the-old-link' };
    const approve = () => portal.as('bram').post(`${deal}/approve`, { survey1_approve_clicked: true }, key);
    expect([(await verify(hash)).status, (await approve()).status]).toEqual([200, 200]);
    const calls = await portal.crmCallsOf(() => act('new-link', 'bram', {}, KEY));
    expect(calls.filter(({ method, path }) => method === 'PUT' && path.includes(contactId))).toHaveLength(1);
    const { survey1_hash: now, survey1_url: url } = await contactOf('bram');
    expect(now).toMatch(/^k-[\w-]{42}$/);
    expect(url).toBe(`http://portal.test/?survey_hash=${now}`);
    expect([(await verify(hash)).status, (await approve()).status]).toEqual([404, 404]);
    expect((await verify(now)).status).toBe(200);
    const notes = await notesOf('bram');
    expect(notes.map(({ Note_Title }) => Note_Title)).toEqual(['Persoonlijke link vervangen']);
    expect(notes[0]?.Note_Content).toContain('Medewerker: Sanne de Wit');
    expect(JSON.stringify([notes, portal.logged()])).not.toMatch(new RegExp(`${hash}|${now}`));
  });

  test('whose answer was lost is the same when it is pressed again, and has its note', async () => {
    const old = (await contactOf('bram')).survey1_hash;
    const { linkVersion } = await staff.contact(portal.as('bram').contactId);
    await portal.fault({ kind: 'reset', match: 'PUT .*/Contacts', when: 'after', times: 1 });
    await portal.fault({ kind: 'reset', match: '/crm/', skip: 2, times: 20 });
    expect((await act('new-link', 'bram', { expected: linkVersion }, KEY)).body.error).toBe('outcome_unknown');
    await portal.noFaults();
    const made = (await contactOf('bram')).survey1_hash;
    expect(made).not.toBe(old);
    expect((await act('new-link', 'bram', { expected: linkVersion }, KEY)).status).toBe(200);
    expect((await contactOf('bram')).survey1_hash).toBe(made);
    expect(await notesOf('bram')).toHaveLength(1);
  });

  test('is made once per press, also after a restart; another password does not get the answer to it', async () => {
    expect((await act('new-link', 'bram', {}, KEY)).status).toBe(200);
    const { survey1_hash: made } = await contactOf('bram');
    await act('new-link', 'bram', {}, KEY);
    await portal.restart();
    const again = await act('new-link', 'bram', {}, KEY);
    expect([again.status, JSON.stringify(again.body)]).toEqual([200, expect.not.stringContaining(String(made))]);
    expect((await contactOf('bram')).survey1_hash).toBe(made);
    expect(await notesOf('bram')).toHaveLength(1);
    const body = { action: 'new-link', contactId: portal.as('bram').contactId };
    const headers = { authorization: 'f'.repeat(64), 'idempotency-key': KEY };
    expect((await portal.call('POST', `${ADMIN}/action`, { body, headers })).status).toBe(401);
  });

  test('is refused if a colleague just replaced the link, because the customer may already have that one', async () => {
    const { linkVersion } = await staff.contact(portal.as('bram').contactId);
    expect((await act('new-link', 'bram', { expected: linkVersion })).status).toBe(200);
    const { survey1_hash: first } = await contactOf('bram');
    const { status, body } = await act('new-link', 'bram', { expected: linkVersion });
    expect([status, body.error, body.detail]).toEqual([409, 'conflict', expect.stringContaining('intussen vervangen')]);
    expect((await contactOf('bram')).survey1_hash).toBe(first);
  });

  test('is found, not made again, when its answer was lost', async () => {
    const { contactId } = portal.as('bram');
    const lost = { match: `PUT .*/Contacts/${contactId}`, kind: 'reset', when: 'after', times: 1 };
    await portal.fault(lost);
    expect((await act('new-link', 'bram')).status).toBe(200);
    const { survey1_hash: now } = await contactOf('bram');
    expect((await verify(now)).status).toBe(200);
    expect(await notesOf('bram')).toHaveLength(1);
  });

  test('gives a link to a contact without one', async () => {
    await portal.salesOps('Contacts', portal.as('hanna').contactId, { survey1_hash: null, survey1_url: null });
    expect((await act('new-link', 'hanna')).status).toBe(200);
    expect((await verify((await contactOf('hanna')).survey1_hash)).status).toBe(200);
    expect((await notesOf('hanna'))[0]?.Note_Content).not.toContain('oude link');
  });
});
