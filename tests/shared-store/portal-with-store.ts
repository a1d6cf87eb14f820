import { Redis } from 'ioredis';
import { ADMIN_DIGEST, type Person } from '../bff/portal.ts';
import type { CallOptions } from '../bff/send.ts';
import { ADMIN } from '../bff/staff.ts';
import { startRedisServer } from './redis-server.ts';
import { startSeveral } from './several-portals.ts';

const SLOTS = 8;

interface CrmCall {
  path: string;
  status: number;
}

/** Three processes of a portal, their shared store, and their users. */
export async function startWithStore() {
  const store = await startRedisServer();
  const portal = await startSeveral(
    3,
    store.url,
    { CRM_MAX_CONCURRENCY: String(SLOTS), UNKNOWN_LINKS_PER_MINUTE: '24' },
    // The CRM answers 429 above its limit. It has two slots more, because it counts a call until a moment after its
    // answer.
    { concurrency: SLOTS + 2, latencyMs: 10, tokenGrants: 10 },
  );

  /** The next process, as a balancer without memory chooses it. */
  let turn = 0;
  const ask = (method: string, path: string, options: CallOptions = {}) => {
    turn += 1;
    const process = portal.processes[turn % portal.processes.length];
    if (!process) throw new Error('no process is running');
    return process.call(method, path, options);
  };

  const everybody = await portal.sandbox<Person[]>('GET', '/sandbox/people');
  const who = Object.fromEntries(everybody.map((each) => [each.name, each]));
  const person = (name: string) => who[name] as Person;
  const { body } = await ask('GET', '/api/admin/stats', { headers: { authorization: ADMIN_DIGEST } });
  const owners = (body.result as { stats: { contactOwners: { id: string }[] } }).stats.contactOwners;

  const asStaff = (owner: number, key?: string) => ({
    authorization: ADMIN_DIGEST,
    'x-owner-id': owners[owner]?.id ?? '',
    ...(key !== undefined && { 'idempotency-key': key }),
  });
  const post = (path: string, content: unknown, headers: Record<string, string>) =>
    ask('POST', `${ADMIN}${path}`, { body: content, headers });

  return {
    store,
    portal,
    ask,
    person,
    asStaff,
    post,
    crmCalls: () => portal.sandbox<CrmCall[]>('GET', '/sandbox/requests'),
    async timesWritten(words: string): Promise<number> {
      const journal = await portal.sandbox<{ values: object }[]>('GET', '/sandbox/journal');
      return journal.filter(({ values }) => JSON.stringify(values).includes(words)).length;
    },
    /** The usual work of customers and staff, at once and on any process. Returns how it is answered. */
    async everybodyAtWork(round: string): Promise<string[]> {
      const customers = ['bram', 'carla', 'eva', 'fatima']
        .map(person)
        .flatMap(({ hash, dealIds }) => [
          ask('GET', '/api/contacts/verify', { hash }),
          ...dealIds.map((id) => ask('GET', `/api/contacts/deals/${id}`, { hash })),
        ]);
      const { contactId } = person('anna');
      const note = { action: 'note', contactId, note: `Notitie ${round}` };
      const staff = [
        ask('GET', ADMIN, { headers: asStaff(0) }),
        post('/action', note, asStaff(1, `press-note-${round.replaceAll(' ', '-')}`)),
        post(`/contacts/${contactId}/presence`, { open: true }, asStaff(2)),
      ];
      const answers = await Promise.all([...customers, ...staff]);
      return [...new Set(answers.map(({ status, body: { error } }) => `${status} ${error ?? 'ok'}`))];
    },
    /** An operator's command to the store. */
    async command(name: string, ...words: string[]): Promise<void> {
      const redis = new Redis(store.url, { retryStrategy: null, maxRetriesPerRequest: 0 });
      await redis.call(name, ...words);
      redis.disconnect();
    },
    async close(): Promise<void> {
      await portal.close();
      await store.kill();
    },
  };
}
