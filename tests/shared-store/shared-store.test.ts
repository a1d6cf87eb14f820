import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../fixtures/people.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { HAS_REDIS, type RedisServer, slowWayTo, startRedisServer } from './redis-server.ts';
import { type Ask, startSeveral } from './several-portals.ts';
import { storeText } from './store-text.ts';

const ADMIN = '/api/admin/callcenter';
const PLACES = 8;
const PASSWORD = 'of-an-operator';

interface Person {
  name: string;
  hash: string;
  contactId: string;
  dealIds: string[];
}

interface CrmCall {
  path: string;
  status: number;
}

let store: RedisServer;
let portal: Awaited<ReturnType<typeof startSeveral>>;
let who: Record<string, Person>;
let owners: string[];

/** The next process, as a balancer without memory chooses it. */
let turn = 0;
const ask = (method: string, path: string, options: Ask = {}) => {
  turn += 1;
  const process = portal.processes[turn % portal.processes.length];
  if (!process) throw new Error('no process is running');
  return process.call(method, path, options);
};
const asStaff = (owner: number, key?: string) => ({
  authorization: ADMIN_DIGEST,
  'x-owner-id': owners[owner] ?? '',
  ...(key !== undefined && { 'idempotency-key': key }),
});
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  ask('POST', `${ADMIN}${path}`, { body, headers });
const crmCalls = () => portal.sandbox<CrmCall[]>('GET', '/sandbox/requests');
const timesWritten = async (words: string) => {
  const journal = await portal.sandbox<{ values: object }[]>('GET', '/sandbox/journal');
  return journal.filter(({ values }) => JSON.stringify(values).includes(words)).length;
};
const person = (name: string) => who[name] as Person;

async function open(): Promise<void> {
  portal = await startSeveral(
    3,
    store.url,
    { CRM_MAX_CONCURRENCY: String(PLACES), UNKNOWN_LINKS_PER_MINUTE: '24' },
    // The CRM answers 429 above what it allows; its own count of a call ends a moment after the answer.
    { concurrency: PLACES + 2, latencyMs: 10, tokenGrants: 10 },
  );
  const everybody = await portal.sandbox<Person[]>('GET', '/sandbox/people');
  who = Object.fromEntries(everybody.map((each) => [each.name, each]));
  const { body } = await ask('GET', '/api/admin/stats', { headers: { authorization: ADMIN_DIGEST } });
  owners = (body.result as { stats: { contactOwners: { id: string }[] } }).stats.contactOwners.map(({ id }) => id);
}

/** What customers and staff do all day, at once and on whichever process. */
async function everybodyAtWork(round: string): Promise<string[]> {
  const customers = ['bram', 'carla', 'eva', 'fatima']
    .map(person)
    .flatMap(({ hash, dealIds }) => [
      ask('GET', '/api/contacts/verify', { hash }),
      ...dealIds.map((id) => ask('GET', `/api/contacts/deals/${id}`, { hash })),
    ]);
  const { contactId } = person('anna');
  const staff = [
    ask('GET', ADMIN, { headers: asStaff(0) }),
    post(
      '/action',
      { action: 'note', contactId, note: `Notitie ${round}` },
      asStaff(1, `press-note-${round.replaceAll(' ', '-')}`),
    ),
    post(`/contacts/${contactId}/presence`, { open: true }, asStaff(2)),
  ];
  const answers = await Promise.all([...customers, ...staff]);
  return [...new Set(answers.map(({ status, body }) => `${status} ${body.error ?? 'ok'}`))];
}

function sharedStore(): void {
  beforeAll(async () => {
    store = await startRedisServer();
    await open();
  });
  afterAll(async () => {
    await portal.close();
    await store.kill();
  });

  test('the CRM sees no more calls at once than its limit, and one token for all', async () => {
    for (let round = 1; round <= 3; round += 1) {
      expect(await everybodyAtWork(`calm ${round}`)).toEqual(['200 ok']);
    }
    const calls = await crmCalls();
    expect(calls.filter(({ status }) => status === 429)).toEqual([]);
    expect(calls.filter(({ path }) => path.startsWith('/oauth'))).toHaveLength(1);
    const places = async () =>
      (await Promise.all(portal.processes.map((each) => each.metric('crm_places')))).toSorted();
    // A young store gives nobody more than a third.
    await expect.poll(places, { timeout: 10_000 }).toEqual([2, 3, 3]);
  });

  test('one press that reaches two processes is carried out once', async () => {
    const { contactId } = person('bram');
    const body = { action: 'note', contactId, note: 'Twee keer gedrukt' };
    const sendTwice = () => Promise.all([1, 2].map(() => post('/action', body, asStaff(0, 'press-sent-twice'))));
    const answers = [...(await sendTwice()), ...(await sendTwice())];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await timesWritten('Twee keer gedrukt')).toBe(1);
  });

  test('a press that comes again is carried out once, though the store lost everything in between', async () => {
    const { contactId } = person('joke');
    const send = () =>
      post('/action', { action: 'note', contactId, note: 'Alles vergeten' }, asStaff(0, 'press-flushed'));
    expect((await send()).status).toBe(200);
    await told('FLUSHALL');
    expect((await send()).status).toBe(200);
    expect(await timesWritten('Alles vergeten')).toBe(1);
  });

  test('a question is left once, though the turn of the process that was at it is given to another', async () => {
    const { hash, dealIds } = person('fatima');
    const [first, second] = portal.processes;
    const send = (text: string, to = first) =>
      to?.call('POST', `/api/contacts/deals/${dealIds[0]}/question`, {
        hash,
        body: { text },
        headers: { 'idempotency-key': `press-${text.length}-question` },
      });
    // So that a look at the notes has an answer, which then comes byte by byte.
    expect((await send('Past hij in de schuur?'))?.status).toBe(200);
    await portal.sandbox('POST', '/sandbox/faults', { kind: 'drip', match: 'GET .*/Notes', ms: 1, times: 1 });
    onTestFinished(() => portal.sandbox('DELETE', '/sandbox/faults'));
    const slow = send('En in de kelder dan?');
    await expect.poll(() => portal.sandbox('GET', '/sandbox/faults')).toMatchObject([{ hits: 1 }]);
    await told('FLUSHALL');
    expect((await send('En in de kelder dan?', second))?.status).toBe(200);
    // Whoever finds another at it asks to try again.
    expect([200, 503]).toContain((await slow)?.status);
    expect(await timesWritten('En in de kelder dan?')).toBe(2);
  });

  test('a permission to call that reaches two processes at once is noted once', async () => {
    const give = () =>
      ask('POST', '/api/contacts/contactDetails', {
        hash: person('carla').hash,
        body: { properties: { portal_call_permission: true } },
        headers: { 'idempotency-key': 'press-of-a-permission' },
      });
    // Both look before either has written.
    await portal.sandbox('POST', '/sandbox/faults', { kind: 'latency', match: 'POST .*/Notes', ms: 300, times: 1 });
    onTestFinished(() => portal.sandbox('DELETE', '/sandbox/faults'));
    const given = await Promise.all([give(), give()]);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    expect(await timesWritten('Toestemming om te bellen')).toBe(1);
  });

  test('changes of one deal wait for each other, whichever process they reach', async () => {
    const { hash, dealIds } = person('daan');
    const path = `/api/contacts/deals/${person('anna').dealIds[0]}`;
    const save = (metres: number) =>
      ask('PUT', path, {
        hash: person('anna').hash,
        body: { props: { survey1_battery_box_distance_m: String(metres) } },
      });
    const saved = await Promise.all([11, 12, 13, 14, 15, 16].map(save));
    expect(saved.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await ask('GET', `/api/contacts/deals/${dealIds[0]}`, { hash })).status).toBe(200);
  });

  test('no lead is handed out twice, and each process knows who has which open', async () => {
    const handedOut = await Promise.all(Array.from({ length: 9 }, (_, n) => post('/next', {}, asStaff(n % 3))));
    const given = handedOut.map(({ body }) => body.contactId).filter((id) => id !== null);
    expect(given.length).toBeGreaterThan(5);
    expect(new Set(given).size).toBe(given.length);
    const { contactId } = person('carla');
    await post(`/contacts/${contactId}/presence`, { open: true }, asStaff(0));
    for (const process of portal.processes) {
      const seen = async () => {
        const { body } = await process.call('POST', `${ADMIN}/contacts/${contactId}/presence`, {
          body: { open: false },
          headers: asStaff(1),
        });
        return (body.result as { openedBy: { name: string }[] }).openedBy;
      };
      await expect.poll(seen).toMatchObject([{ name: expect.stringMatching(/\w/) }]);
    }
  });

  test('an outcome in one process is news in the others, and can be undone there', async () => {
    const { contactId, dealIds } = person('lotte');
    const subject = { contactId, dealId: dealIds[0] };
    const [first, second, third] = portal.processes;
    const at = (process = first) => ({
      act: (body: object) =>
        process?.call('POST', `${ADMIN}/action`, { body, headers: asStaff(0, JSON.stringify(body)) }),
      news: async () => {
        const asked = { body: { open: true }, headers: asStaff(1) };
        const answer = await process?.call('POST', `${ADMIN}/contacts/${contactId}/presence`, asked);
        return (answer?.body.result as { news?: { action: string } } | undefined)?.news?.action;
      },
    });
    expect((await at().act({ ...subject, action: 'skip' }))?.status).toBe(200);
    await expect.poll(at(second).news).toBe('skip');
    expect((await at(third).act({ ...subject, action: 'undo' }))?.status).toBe(200);
    await expect.poll(at(second).news).toBe('undo');
    expect((await at(second).act({ ...subject, action: 'undo' }))?.status).toBe(422);
  });

  test('wrong passwords, guessed links and asked mails count together', async () => {
    const wrong = { authorization: 'f'.repeat(64), 'x-forwarded-for': '192.0.2.50' };
    for (let n = 0; n < 5; n += 1) await ask('GET', ADMIN, { headers: wrong });
    const right = { authorization: ADMIN_DIGEST, 'x-forwarded-for': '192.0.2.50' };
    const checked = await Promise.all(portal.processes.map((each) => each.call('GET', ADMIN, { headers: right })));
    expect(checked.map(({ status }) => status)).toEqual([429, 429, 429]);

    const atOnce = { authorization: 'f'.repeat(64), 'x-forwarded-for': '192.0.2.52' };
    const tried = await Promise.all(Array.from({ length: 24 }, () => ask('GET', ADMIN, { headers: atOnce })));
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);

    const guess = (n: number) =>
      ask('GET', '/api/contacts/verify', {
        hash: `sandbox-guess-${String(n).padStart(12, '0')}`,
        headers: { 'x-forwarded-for': '192.0.2.60' },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1) statuses.push((await guess(n)).status);
    // Half of the 24 are one address's.
    expect(statuses.filter((status) => status === 404)).toHaveLength(12);

    const mail = () =>
      ask('POST', '/api/contacts/link', {
        body: { email: 'iemand@example.nl' },
        headers: { 'x-forwarded-for': '192.0.2.70' },
      });
    const asked: number[] = [];
    for (let n = 0; n < 12; n += 1) asked.push((await mail()).status);
    expect(asked.filter((status) => status === 202)).toHaveLength(10);
  });

  test('the store holds ids, counters and one sealed token, and nobody', async () => {
    const kept = await storeText(store.url);
    expect(kept.length).toBeGreaterThan(10);
    const text = kept.join('\n');
    const persons = people.flatMap(({ hash, firstName, lastName, phone, street, zip, city }) => [
      ...[hash, firstName, lastName, phone, street, zip, city].filter((each) => each !== null),
    ]);
    const others = ['192.0.2', 'example.nl', '@', 'sandbox-guess', 'access_token', ADMIN_DIGEST, 'Zoho-oauthtoken'];
    // Three letters stand in sealed text by chance now and then, but not as a word of their own.
    const words = new Set(text.split(/[^\w-]+/));
    const isThere = (each: string) => (each.length < 8 ? words.has(each) : text.includes(each));
    expect([...persons.filter(isThere), ...others.filter((each) => text.includes(each))]).toEqual([]);
  });

  describe('when the store fails', () => {
    const isUp = (value: number) =>
      expect
        .poll(() => Promise.all(portal.processes.map((each) => each.metric('shared_store_up'))), { timeout: 10_000 })
        .toEqual([value, value, value]);

    test.each([
      ['hangs', () => store.hang(), () => store.goOn()],
      ['is killed', () => store.kill(), () => store.restart()],
      ['is full', () => told('CONFIG', 'SET', 'maxmemory', '1'), () => told('CONFIG', 'SET', 'maxmemory', '0')],
      ['is a replica', () => told('REPLICAOF', '127.0.0.1', '1'), () => told('REPLICAOF', 'NO', 'ONE')],
    ] as const)(
      'that %s is told, fails no request and opens no limit, and is over when it is back',
      async (what, fail, mend) => {
        await portal.sandbox('DELETE', '/sandbox/requests');
        onTestFinished(mend);
        await fail();
        for (let round = 1; round <= 2; round += 1) {
          expect(await everybodyAtWork(`${what} ${round}`)).toEqual(['200 ok']);
        }
        const statuses: number[] = [];
        for (let n = 0; n < 24; n += 1) {
          const headers = { 'x-forwarded-for': `198.51.100.${what.length}` };
          const hash = `sandbox-guess-${what.length}${String(n).padStart(12, '0')}`;
          statuses.push((await ask('GET', '/api/contacts/verify', { hash, headers })).status);
        }
        // A third of the twelve of one address in each process.
        expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(12);
        const wrong = { authorization: 'd'.repeat(64), 'x-forwarded-for': `198.51.101.${what.length}` };
        const tried = await Promise.all(Array.from({ length: 15 }, () => ask('GET', ADMIN, { headers: wrong })));
        expect(tried.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(9);
        await isUp(0);
        const calls = await crmCalls();
        expect(calls.filter(({ status, path }) => status === 429 || path.startsWith('/oauth'))).toEqual([]);
        await mend();
        await isUp(1);
        expect(portal.logged()).toContain('the shared store does not answer');
        expect(await everybodyAtWork(`${what} over`)).toEqual(['200 ok']);
      },
      60_000,
    );

    test.each([
      ['is not there', () => store.kill(), () => store.restart()],
      ['wants another password', () => told('CONFIG', 'SET', 'requirepass', PASSWORD), forgetPassword],
    ] as const)(
      'a process that starts when it %s takes a share, and joins when that is over',
      async (_what, fail, mend) => {
        onTestFinished(mend);
        await fail();
        const late = await portal.start();
        onTestFinished(() => late.stop());
        expect((await late.call('GET', '/readyz')).status).toBe(200);
        expect(await late.metric('shared_store_up')).toBe(0);
        await mend();
        await expect.poll(() => late.metric('portal_processes'), { timeout: 10_000 }).toBe(4);
      },
      30_000,
    );
  });

  test('what somebody makes up in the store, moves to another place or puts in another form ends no process and fails nobody', async () => {
    const isUp = () => expect.poll(() => portal.processes[0]?.metric('shared_store_up'), { timeout: 10_000 }).toBe(1);
    const redis = new Redis(store.url);
    onTestFinished(async () => {
      await redis.flushall();
      redis.disconnect();
      await isUp();
    });
    const asNewcomer = async () => {
      const late = await portal.start();
      const { status } = await late.call('GET', '/api/contacts/verify', { hash: person('bram').hash });
      await late.stop();
      return status;
    };
    await isUp();
    const heard = new Redis(store.url);
    onTestFinished(() => heard.disconnect());
    const news: [channel: string, sealed: string][] = [];
    heard.on('pmessage', (_pattern, channel, sealed) => news.push([channel, sealed]));
    await heard.psubscribe('*');
    const guess = { authorization: 'e'.repeat(64), 'x-forwarded-for': '192.0.2.51' };
    for (let n = 0; n < 5; n += 1) await ask('GET', ADMIN, { headers: guess });
    expect(await asNewcomer()).toBe(200);
    expect(await everybodyAtWork('before')).toEqual(['200 ok']);
    await expect.poll(() => news.length).toBeGreaterThan(0);
    const [[channel, message] = ['', '']] = news;
    const kinds = await Promise.all(['token', 'press', 'throttle'].map((kind) => redis.keys(`*:${kind}:*`)));
    const places = kinds.map(([place = '']) => place);
    const [token, press, throttle] = (await redis.mget(places)).map((text) => text ?? '');

    for (const text of [token, press, throttle, '', '{"from":null}', 'A'.repeat(1_000_000)]) {
      await redis.publish(channel, text ?? '');
    }
    for (const [n, text] of [throttle, message, 'A'.repeat(1_000_000)].entries()) {
      await redis.set(places[n] ?? '', text ?? '', 'KEEPTTL');
    }
    expect(await asNewcomer()).toBe(200);
    expect(await everybodyAtWork('moved')).toEqual(['200 ok']);
    for (const place of await redis.keys('*')) {
      await redis.multi().del(place).hset(place, 'a', 'b').exec();
    }
    expect(await everybodyAtWork('in another form')).toEqual(['200 ok']);
  }, 30_000);

  test('a slow store makes slow, and fails nothing', async () => {
    const way = await slowWayTo(store.url, 100);
    onTestFinished(() => void way.close());
    const slow = await portal.start(way.url);
    onTestFinished(() => slow.stop());
    const { contactId } = person('eva');
    const press = (process = slow) =>
      process.call('POST', `${ADMIN}/action`, {
        body: { action: 'note', contactId, note: 'Traag gedrukt' },
        headers: asStaff(0, 'press-on-slow-store'),
      });
    const answers = await Promise.all([press(), press(portal.processes[0])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await timesWritten('Traag gedrukt')).toBe(1);
  });
}

async function forgetPassword(): Promise<void> {
  const redis = new Redis(store.url, { password: PASSWORD });
  await redis.config('SET', 'requirepass', '');
  redis.disconnect();
}

/** An operator's command. */
async function told(command: string, ...words: string[]): Promise<void> {
  const redis = new Redis(store.url, { retryStrategy: null, maxRetriesPerRequest: 0 });
  await redis.call(command, ...words);
  redis.disconnect();
}

if (HAS_REDIS) describe('several processes and a store', sharedStore);
else test('several processes are not tried here: there is no redis-server', () => {});
