import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../fixtures/people.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { ADMIN } from '../bff/staff.ts';
import { startWithStore } from './portal-with-store.ts';
import { storeText } from './store-text.ts';

const at = await startWithStore();
afterAll(() => at.close());

describe('several processes and a store', () => {
  test('the CRM gets no more calls at once than its limit, and the processes share one token', async () => {
    for (let round = 1; round <= 3; round += 1) {
      expect(await at.everybodyAtWork(`calm ${round}`)).toEqual(['200 ok']);
    }
    const calls = await at.crmCalls();
    expect(calls.filter(({ status }) => status === 429)).toEqual([]);
    expect(calls.filter(({ path }) => path.startsWith('/oauth'))).toHaveLength(1);
    const slots = async () =>
      (await Promise.all(at.portal.processes.map((each) => each.metric('crm_places')))).toSorted();
    // A store that has just started gives no process more than a third.
    await expect.poll(slots).toEqual([2, 3, 3]);
  });

  test('one press that reaches two processes is carried out once', async () => {
    const { contactId } = at.person('bram');
    const body = { action: 'note', contactId, note: 'Twee keer gedrukt' };
    const sendTwice = () => Promise.all([1, 2].map(() => at.post('/action', body, at.asStaff(0, 'press-sent-twice'))));
    const answers = [...(await sendTwice()), ...(await sendTwice())];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await at.timesWritten('Twee keer gedrukt')).toBe(1);
  });

  test('a repeated press is carried out once, though the store lost everything in between', async () => {
    const { contactId } = at.person('joke');
    const send = () =>
      at.post('/action', { action: 'note', contactId, note: 'Alles vergeten' }, at.asStaff(0, 'press-flushed'));
    expect((await send()).status).toBe(200);
    await at.command('FLUSHALL');
    expect((await send()).status).toBe(200);
    expect(await at.timesWritten('Alles vergeten')).toBe(1);
  });

  test('a question is stored once, though another process gets the lock of the process that worked on it', async () => {
    const { hash, dealIds } = at.person('fatima');
    const [first, second] = at.portal.processes;
    const send = (text: string, to = first) =>
      to?.call('POST', `/api/contacts/deals/${dealIds[0]}/question`, {
        hash,
        body: { text },
        headers: { 'idempotency-key': `press-${text.length}-question` },
      });
    // Makes a first note, so that a read of the notes has an answer, which then comes byte by byte.
    expect((await send('Past hij in de schuur?'))?.status).toBe(200);
    await at.portal.sandbox('POST', '/sandbox/faults', { kind: 'drip', match: 'GET .*/Notes', ms: 1, times: 1 });
    onTestFinished(() => at.portal.sandbox('DELETE', '/sandbox/faults'));
    const slow = send('En in de kelder dan?');
    await expect.poll(() => at.portal.sandbox('GET', '/sandbox/faults')).toMatchObject([{ hits: 1 }]);
    await at.command('FLUSHALL');
    expect((await send('En in de kelder dan?', second))?.status).toBe(200);
    // A process that finds another at work answers "try again".
    expect([200, 503]).toContain((await slow)?.status);
    expect(await at.timesWritten('En in de kelder dan?')).toBe(2);
  });

  test('a permission to call that reaches two processes at once is noted once', async () => {
    const give = () =>
      at.ask('POST', '/api/contacts/contactDetails', {
        hash: at.person('carla').hash,
        body: { properties: { portal_call_permission: true } },
        headers: { 'idempotency-key': 'press-of-a-permission' },
      });
    // With this latency both processes look before either has written.
    await at.portal.sandbox('POST', '/sandbox/faults', { kind: 'latency', match: 'POST .*/Notes', ms: 300, times: 1 });
    onTestFinished(() => at.portal.sandbox('DELETE', '/sandbox/faults'));
    const given = await Promise.all([give(), give()]);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    expect(await at.timesWritten('Toestemming om te bellen')).toBe(1);
  });

  test('security 47 a link that was replaced in one process does not work in the others either, also for repeats of earlier presses', async () => {
    const { hash, contactId, dealIds } = at.person('karel');
    const [first, second] = at.portal.processes;
    const headers = { 'idempotency-key': 'press-with-an-old-link' };
    const ask = () =>
      second?.call('POST', `/api/contacts/deals/${dealIds[0]}/question`, { hash, body: { text: 'En dan?' }, headers });
    expect((await ask())?.status).toBe(200);
    const body = { action: 'new-link', contactId };
    const replaced = await first?.call('POST', `${ADMIN}/action`, { body, headers: at.asStaff(0, 'press-new-link') });
    expect([replaced?.status, (await ask())?.status]).toEqual([200, 404]);
    expect((await second?.call('GET', '/api/contacts/verify', { hash }))?.status).toBe(404);
  });

  test('changes of one deal wait for each other, whichever process they reach', async () => {
    const { hash, dealIds } = at.person('daan');
    const path = `/api/contacts/deals/${at.person('anna').dealIds[0]}`;
    const save = (metres: number) =>
      at.ask('PUT', path, {
        hash: at.person('anna').hash,
        body: { props: { survey1_battery_box_distance_m: String(metres) } },
      });
    const saved = await Promise.all([11, 12, 13, 14, 15, 16].map(save));
    expect(saved.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await at.ask('GET', `/api/contacts/deals/${dealIds[0]}`, { hash })).status).toBe(200);
  });

  test('no lead is handed out twice, and each process knows which lead each colleague has open', async () => {
    const handedOut = await Promise.all(Array.from({ length: 9 }, (_, n) => at.post('/next', {}, at.asStaff(n % 3))));
    const given = handedOut.map(({ body }) => body.contactId).filter((id) => id !== null);
    expect(given.length).toBeGreaterThan(5);
    expect(new Set(given).size).toBe(given.length);
    const { contactId } = at.person('carla');
    await at.post(`/contacts/${contactId}/presence`, { open: true }, at.asStaff(0));
    for (const process of at.portal.processes) {
      const seen = async () => {
        const { body } = await process.call('POST', `${ADMIN}/contacts/${contactId}/presence`, {
          body: { open: false },
          headers: at.asStaff(1),
        });
        return (body.result as { openedBy: { name: string }[] }).openedBy;
      };
      await expect.poll(seen).toMatchObject([{ name: expect.stringMatching(/\w/) }]);
    }
  });

  test('the other processes report an outcome of one process, and it can be undone there', async () => {
    const { contactId, dealIds } = at.person('lotte');
    const subject = { contactId, dealId: dealIds[0] };
    const [first, second, third] = at.portal.processes;
    const through = (process = first) => ({
      act: (body: object) =>
        process?.call('POST', `${ADMIN}/action`, { body, headers: at.asStaff(0, JSON.stringify(body)) }),
      news: async () => {
        const asked = { body: { open: true }, headers: at.asStaff(1) };
        const answer = await process?.call('POST', `${ADMIN}/contacts/${contactId}/presence`, asked);
        return (answer?.body.result as { news?: { action: string } } | undefined)?.news?.action;
      },
    });
    expect((await through().act({ ...subject, action: 'skip' }))?.status).toBe(200);
    await expect.poll(through(second).news).toBe('skip');
    expect((await through(third).act({ ...subject, action: 'undo' }))?.status).toBe(200);
    await expect.poll(through(second).news).toBe('undo');
    expect((await through(second).act({ ...subject, action: 'undo' }))?.status).toBe(422);
  });

  test('a process that hears an outcome about a lead that it has not listed yet keeps its list', async () => {
    const { contactId, dealIds } = at.person('hanna');
    const asked = async (process: number, method: string, path: string, body?: object) => {
      const headers = at.asStaff(process, path === '/action' ? 'press-not-listed-yet' : undefined);
      return (await at.portal.processes[process]?.call(method, `${ADMIN}${path}`, { body, headers }))?.body;
    };
    const setStage = (Stage: string) => at.portal.sandbox('PATCH', `/sandbox/records/Deals/${dealIds[0]}`, { Stage });
    await setStage('Closed Lost');
    await asked(1, 'GET', '');
    await setStage('Available For Customer');
    const list = (await asked(0, 'GET', ''))?.result as { readAt: string } | undefined;
    await asked(0, 'POST', '/action', { action: 'gaikan_called_noanswer', contactId, dealId: dealIds[0] });
    const heard = async () => {
      const seen = (await asked(1, 'POST', `/contacts/${contactId}/presence`, { open: true }))?.result;
      return (seen as { news?: { action: string } } | undefined)?.news?.action;
    };
    await expect.poll(heard).toBe('gaikan_called_noanswer');
    expect((await asked(1, 'GET', `/changes?since=${list?.readAt}`))?.gone).toEqual(
      expect.not.arrayContaining([contactId]),
    );
  });

  test('wrong passwords, guessed links and requested mails are counted over all processes together', async () => {
    const wrong = { authorization: 'f'.repeat(64), 'x-forwarded-for': '192.0.2.50' };
    for (let n = 0; n < 5; n += 1) await at.ask('GET', ADMIN, { headers: wrong });
    const right = { authorization: ADMIN_DIGEST, 'x-forwarded-for': '192.0.2.50' };
    const checked = await Promise.all(at.portal.processes.map((each) => each.call('GET', ADMIN, { headers: right })));
    expect(checked.map(({ status }) => status)).toEqual([429, 429, 429]);

    const atOnce = { authorization: 'f'.repeat(64), 'x-forwarded-for': '192.0.2.52' };
    const tried = await Promise.all(Array.from({ length: 24 }, () => at.ask('GET', ADMIN, { headers: atOnce })));
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);

    const guess = (n: number) =>
      at.ask('GET', '/api/contacts/verify', {
        hash: `sandbox-guess-${String(n).padStart(12, '0')}`,
        headers: { 'x-forwarded-for': '192.0.2.60' },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1) statuses.push((await guess(n)).status);
    // One address may make half of the 24 look-ups.
    expect(statuses.filter((status) => status === 404)).toHaveLength(12);

    const mail = () =>
      at.ask('POST', '/api/contacts/link', {
        body: { email: 'iemand@example.nl' },
        headers: { 'x-forwarded-for': '192.0.2.70' },
      });
    const asked: number[] = [];
    for (let n = 0; n < 12; n += 1) asked.push((await mail()).status);
    expect(asked.filter((status) => status === 202)).toHaveLength(10);
  });

  test('the store holds ids, counters and one sealed token, and no personal data', async () => {
    const kept = await storeText(at.store.url);
    expect(kept.length).toBeGreaterThan(10);
    const text = kept.join('\n');
    const persons = people.flatMap(({ hash, firstName, lastName, phone, street, zip, city }) => [
      ...[hash, firstName, lastName, phone, street, zip, city].filter((each) => each !== null),
    ]);
    const others = ['192.0.2', 'example.nl', '@', 'sandbox-guess', 'access_token', ADMIN_DIGEST, 'Zoho-oauthtoken'];
    // Three letters occur in sealed text by chance now and then, but not as a word of their own.
    const words = new Set(text.split(/[^\w-]+/));
    const isThere = (each: string) => (each.length < 8 ? words.has(each) : text.includes(each));
    expect([...persons.filter(isThere), ...others.filter((each) => text.includes(each))]).toEqual([]);
  });
});
