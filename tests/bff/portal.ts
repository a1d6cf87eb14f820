import { createHash } from 'node:crypto';
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';
import { loadConfig } from '../../bff/config.ts';
import { type Clock, systemClock } from '../../bff/crm/clock.ts';
import { createLog } from '../../bff/http/logging.ts';
import { startServer } from '../../bff/server.ts';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { freePort } from '../bench/free-port.ts';
import { type Answer, type CallOptions, send } from './send.ts';

// Tests close their idle connections long before the portal does. Otherwise a test that keeps this process busy for ten
// seconds may send a request on a connection that the portal is just closing.
const IDLE_MS = 1_000;
setGlobalDispatcher(new Agent({ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS }));

/** The environment of a portal on this sandbox, with a port of its own. */
export function environmentOn(sandboxUrl: string): NodeJS.ProcessEnv {
  return sandboxEnvironment({ port: 0, sandboxPort: 0, publicUrl: 'http://portal.test', sandboxUrl });
}

/** SHA-256 of the sandbox's admin password. */
export const ADMIN_DIGEST = createHash('sha256').update('zon-en-zout-2026').digest('hex');

export interface SentMail {
  to: { email: string }[];
  subject: string;
  content: string;
  mail_format: string;
  attachments: { name: string; sha256: string }[];
}

export interface CrmRequest {
  method: string;
  path: string;
  status: number;
  /** Its cost in the day's credits. */
  credits: number;
}

export const isWrite = ({ method, path }: CrmRequest) => method !== 'GET' && !path.endsWith('/coql');

/** The whole portal on loopback: BFF and CRM sandbox over real HTTP, fresh for a test file. */
export interface Portal {
  url: string;
  /** The address of the metrics, with `METRICS_PORT`. */
  metricsUrl: string;
  crmUrl: string;
  /** A call by a customer with this name's link. */
  as(name: string): Customer;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A call to the sandbox's own control paths. */
  sandbox<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Makes calls to the CRM fail, in a way that fixtures/README.md describes. */
  fault(how: object): Promise<unknown>;
  noFaults(): Promise<unknown>;
  /** The mails that the CRM sent. */
  outbox(): Promise<SentMail[]>;
  /** A call to the CRM's own API, as by another of its clients. */
  crm(path: string, method?: string, body?: unknown): Promise<Answer>;
  /** Adds a file to a record, as somebody in the CRM does; returns its id. */
  attach(module: string, id: string, file: File): Promise<string>;
  /** The content of a file of a record. */
  bytesOf(module: string, id: string, fileId: string | undefined): Promise<Buffer>;
  /** All records of a module as the CRM lists them. */
  records(module: string, fields: string): Promise<Record<string, unknown>[]>;
  /** A record as the CRM holds it. */
  record(module: string, id: string): Promise<Record<string, unknown>>;
  /** The CRM's own related list of a record; of calls and tasks the open and the closed ones. */
  related(module: string, id: string, list: string, fields: string): Promise<Record<string, unknown>[]>;
  /** An edit by sales ops. */
  salesOps(module: string, id: string, fields: Record<string, unknown>): Promise<void>;
  /** An administrator deletes a field of a module. */
  deleteField(module: string, name: string): Promise<void>;
  /** Links products to a deal, as sales ops do. */
  linkProducts(dealId: string, productIds: readonly string[]): Promise<void>;
  /** The CRM calls that some work makes, without token calls. */
  crmCallsOf(work: () => Promise<unknown>): Promise<CrmRequest[]>;
  /** Back to the state of a fresh start. */
  reset(): Promise<void>;
  /** Resolves when note, PDF and mail of the signed order exist. */
  delivered(): Promise<void>;
  /** Resolves when no background work, such as a mail, is left. */
  settled(): Promise<void>;
  /** Resolves when the current faults have hit this many calls. */
  struck(calls: number): Promise<void>;
  /** Resolves when the CRM has answered this many requests with this text, since its log was last emptied. */
  asked(part: string, times?: number): Promise<void>;
  /** How many records of a related list the CRM has deleted, since its log was last emptied. */
  deleted(list: string): Promise<number>;
  /**
   * Restarts the BFF on the same CRM, with an empty memory. `changes` of its environment hold until the next restart.
   */
  restart(changes?: NodeJS.ProcessEnv): Promise<void>;
  logged(): string;
  close(): Promise<void>;
}

export interface Customer {
  hash: string;
  contactId: string;
  dealIds: string[];
  /** The first of them, and its path; empty texts for a person without a deal. */
  dealId: string;
  deal: string;
  get(path: string): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Person {
  name: string;
  hash: string;
  contactId: string;
  dealIds: string[];
}

/**
 * Makes portal and CRM share the passing of time: each pause of the portal takes no time and sets both clocks ahead. So
 * everything happens in the order of real time, without the wait. The two clocks may show different times.
 */
function leapingTime(portal: Pick<Clock, 'now'>, crm: Pick<Clock, 'now'>) {
  let leaptMs = 0;
  const pauseAtOnce = async (ms: number) => {
    await turnOfTheLoop();
    leaptMs += ms;
  };
  return {
    portal: { now: () => portal.now() + leaptMs, pause: pauseAtOnce } satisfies Clock,
    crm: { now: () => crm.now() + leaptMs },
  };
}

/** The portal retries failed work after a twentieth of the time: for tests in which it gives up. */
export const HASTY: Clock = { ...systemClock, pause: (ms) => pause(ms / 20) };

/**
 * `env` may depend on the CRM's address; `prepare` runs on the sandbox before the BFF starts; `ownClock` is the BFF's
 * alone. Unless that clock has a pause of its own, pauses take no time, and set the clocks of BFF and CRM ahead.
 */
export async function startPortal(
  env: NodeJS.ProcessEnv | ((crmUrl: string) => Promise<NodeJS.ProcessEnv>) = {},
  prepare: (crm: Pick<Portal, 'records' | 'salesOps'>) => Promise<void> = async () => {},
  settings: Partial<SandboxSettings> = {},
  ownClock: Clock = { now: Date.now },
): Promise<Portal> {
  const leaping = leapingTime(ownClock, settings.clock ?? { now: Date.now });
  const clock = ownClock.pause ? ownClock : leaping.portal;
  const sandbox = await startSandbox({ port: 0, ...settings, ...(!ownClock.pause && { clock: leaping.crm }) });
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send(method, `${sandbox.url}${path}`, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const noFaults = () => control('DELETE', '/sandbox/faults');
  // One token serves all reads, because the CRM refuses the eleventh token within ten minutes.
  let reader: string | undefined;
  const takeToken = async () => {
    const { body } = await send(
      'POST',
      `${sandbox.url}/oauth/v2/token?grant_type=refresh_token&client_id=t&client_secret=t&refresh_token=test-reader`,
      {},
    );
    return (body as { access_token: string }).access_token;
  };
  const api = `${sandbox.url}/crm/v8`;
  const withToken = async <T extends { status: number }>(
    ask: (headers: { authorization: string }) => Promise<T>,
  ): Promise<T> => {
    reader ??= await takeToken();
    const answer = await ask({ authorization: `Zoho-oauthtoken ${reader}` });
    if (answer.status !== 401) return answer;
    reader = await takeToken();
    return ask({ authorization: `Zoho-oauthtoken ${reader}` });
  };
  const crm: Portal['crm'] = (path, method = 'GET', body) =>
    withToken((headers) => send(method, `${api}${path}`, { ...(body !== undefined && { body }), headers }));
  const list = async (path: string) => {
    const { status, body } = await crm(path);
    return status === 204 ? [] : (body as { data: Record<string, unknown>[] }).data;
  };
  const records: Portal['records'] = (module, fields) => list(`/${module}?fields=${fields}`);
  const salesOps: Portal['salesOps'] = async (module, id, fields) => {
    await control('PATCH', `/sandbox/records/${module}/${id}`, fields);
  };
  await prepare({ records, salesOps });

  const lines: string[] = [];
  const environment = {
    ...environmentOn(sandbox.url),
    // No connection takes this port while the server restarts.
    PORT: String(await freePort()),
    // Many cases of a file use one customer.
    REQUESTS_PER_LINK: '100000',
    // Long enough for a busy machine with many portals rendering at once; late renders have tests of their own.
    FILE_CHECK_DEADLINE_MS: '120000',
    PDF_DEADLINE_MS: '120000',
    ...(typeof env === 'function' ? await env(sandbox.url) : env),
  };
  const config = loadConfig(environment);
  const log = createLog(config.logLevel, { write: (line) => lines.push(line) });
  let server = await startServer(config, log, clock);
  // On a busy machine the portal still reads ahead. No test should count or break those calls.
  await server.backgroundDone();
  const url = `http://127.0.0.1:${server.port}`;

  const people = await control<Person[]>('GET', '/sandbox/people');
  const call: Portal['call'] = (method, path, options = {}) => send(method, `${url}${path}`, options);
  return {
    url,
    metricsUrl: `http://127.0.0.1:${server.metricsPort}`,
    crmUrl: sandbox.url,
    call,
    sandbox: control,
    fault: (how) => control('POST', '/sandbox/faults', how),
    noFaults,
    outbox: () => control('GET', '/sandbox/outbox'),
    crm,
    attach: async (module, id, file) => {
      const body = new FormData();
      body.set('file', file);
      const path = `${api}/${module}/${id}/Attachments`;
      const answer = await withToken((headers) => fetch(path, { method: 'POST', headers, body }));
      if (answer.status !== 200) throw new Error(`attaching a file: ${answer.status}`);
      const { data } = (await answer.json()) as { data: [{ details: { id: string } }] };
      return data[0].details.id;
    },
    bytesOf: async (module, id, fileId) => {
      const path = `${api}/${module}/${id}/Attachments/${fileId}`;
      const answer = await withToken((headers) => fetch(path, { headers }));
      return Buffer.from(await answer.arrayBuffer());
    },
    as: (name) => {
      const person = people.find((each) => each.name === name);
      if (!person) throw new Error(`nobody in the sandbox is called ${name}`);
      const { hash, contactId, dealIds } = person;
      const [dealId = ''] = dealIds;
      return {
        hash,
        contactId,
        dealIds,
        dealId,
        deal: dealId && `/api/contacts/deals/${dealId}`,
        get: (path) => call('GET', path, { hash }),
        put: (path, body, headers) => call('PUT', path, { hash, body, ...(headers && { headers }) }),
        post: (path, body, headers) => call('POST', path, { hash, body, ...(headers && { headers }) }),
      };
    },
    record: async (module, id) => {
      const { body } = await crm(`/${module}/${id}`);
      return (body as { data: Record<string, unknown>[] }).data[0] ?? {};
    },
    records,
    related: async (module, id, name, fields) => {
      const open = await list(`/${module}/${id}/${name}?fields=${fields}`);
      const { closedActivitiesApart } = await control<Record<string, boolean>>('GET', '/sandbox/behaviours');
      if (!closedActivitiesApart || !['Calls', 'Tasks'].includes(name)) return open;
      return [...open, ...(await list(`/${module}/${id}/${name}_History?fields=${fields}`))];
    },
    salesOps,
    deleteField: async (module, name) => {
      const { body } = await crm(`/settings/fields?module=${module}`);
      const { fields } = body as { fields: { id: string; api_name: string }[] };
      const field = fields.find(({ api_name }) => api_name === name);
      const { status } = await crm(`/settings/fields/${field?.id}?module=${module}`, 'DELETE');
      if (status !== 200) throw new Error(`deleting ${module}.${name}: ${status}`);
    },
    linkProducts: async (dealId, productIds) => {
      const links = { data: productIds.map((id) => ({ id })) };
      const { status, body } = await crm(`/Deals/${dealId}/Products`, 'PUT', links);
      if (status !== 200) throw new Error(`linking products: ${status} ${JSON.stringify(body)}`);
    },
    crmCallsOf: async (work) => {
      // Background work of an earlier request is not part of this work.
      await server.backgroundDone();
      await control('DELETE', '/sandbox/requests');
      await work();
      const requests = await control<CrmRequest[]>('GET', '/sandbox/requests');
      return requests.filter(({ path }) => !path.startsWith('/oauth'));
    },
    reset: async () => {
      await noFaults();
      // A fresh sandbox has the same ids: unfinished work of an earlier test would reach it.
      await server.ordersDelivered();
      await control('POST', '/sandbox/reset');
    },
    delivered: () => server.ordersDelivered(),
    settled: () => server.backgroundDone(),
    struck: async (calls) => {
      const hits = async () => (await control<{ hits: number }[]>('GET', '/sandbox/faults')).map((fault) => fault.hits);
      while (Math.max(...(await hits())) < calls) await pause(5);
    },
    asked: async (part, times = 1) => {
      const isAsked = (one: unknown) => JSON.stringify(one).includes(part);
      while ((await control<unknown[]>('GET', '/sandbox/requests')).filter(isAsked).length < times) await pause(5);
    },
    deleted: async (list) => {
      const requests = await control<CrmRequest[]>('GET', '/sandbox/requests');
      return requests.filter(({ method, path, status }) => method === 'DELETE' && path.includes(list) && status === 200)
        .length;
    },
    restart: async (changes) => {
      await server.stop();
      server = await startServer(changes ? loadConfig({ ...environment, ...changes }) : config, log, clock);
    },
    logged: () => lines.join(''),
    close: async () => {
      await server.stop();
      await sandbox.close();
    },
  };
}
