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
import { sandboxCrm } from './sandbox-crm.ts';
import { type CallOptions, send } from './send.ts';

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

/** The whole portal on loopback: BFF and CRM sandbox over real HTTP, fresh for a test file. */
export type Portal = Awaited<ReturnType<typeof startPortal>>;

/** A customer with a link. */
export type Customer = ReturnType<Portal['as']>;

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
 * `env` may depend on the CRM's address; `ownClock` is the BFF's alone, and `settings` are the sandbox's. Unless that
 * clock has a pause of its own, pauses take no time, and set the clocks of BFF and CRM ahead.
 */
export async function startPortal(
  env: NodeJS.ProcessEnv | ((crmUrl: string) => Promise<NodeJS.ProcessEnv>) = {},
  ownClock: Clock = { now: Date.now },
  settings: Partial<SandboxSettings> = {},
) {
  const leaping = leapingTime(ownClock, settings.clock ?? { now: Date.now });
  const clock = ownClock.pause ? ownClock : leaping.portal;
  const sandbox = await startSandbox({ port: 0, ...settings, ...(!ownClock.pause && { clock: leaping.crm }) });
  const crm = sandboxCrm(sandbox.url);

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

  const people = await crm.sandbox<Person[]>('GET', '/sandbox/people');
  const call = (method: string, path: string, options: CallOptions = {}) => send(method, `${url}${path}`, options);
  return {
    ...crm,
    url,
    /** The address of the metrics, with `METRICS_PORT`. */
    metricsUrl: `http://127.0.0.1:${server.metricsPort}`,
    call,
    /** The customer of this name: their ids, and calls with their link. */
    as: (name: string) => {
      const person = people.find((each) => each.name === name);
      if (!person) throw new Error(`nobody in the sandbox is called ${name}`);
      const { hash, contactId, dealIds } = person;
      const [dealId = ''] = dealIds;
      return {
        hash,
        contactId,
        dealIds,
        /** The first of them, and its path; empty texts for a person without a deal. */
        dealId,
        deal: dealId && `/api/contacts/deals/${dealId}`,
        get: (path: string) => call('GET', path, { hash }),
        put: (path: string, body: unknown, headers?: Record<string, string>) =>
          call('PUT', path, { hash, body, ...(headers && { headers }) }),
        post: (path: string, body?: unknown, headers?: Record<string, string>) =>
          call('POST', path, { hash, body, ...(headers && { headers }) }),
      };
    },
    /** The CRM calls that some work makes, without token calls. */
    crmCallsOf: async (work: () => Promise<unknown>) => {
      // Background work of an earlier request is not part of this work.
      await server.backgroundDone();
      await crm.sandbox('DELETE', '/sandbox/requests');
      await work();
      return (await crm.requests()).filter(({ path }) => !path.startsWith('/oauth'));
    },
    /** Back to the state of a fresh start. */
    reset: async () => {
      await crm.noFaults();
      // A fresh sandbox has the same ids: unfinished work of an earlier test would reach it.
      await server.ordersDelivered();
      await crm.sandbox('POST', '/sandbox/reset');
    },
    /** Resolves when note, PDF and mail of the signed order exist. */
    delivered: () => server.ordersDelivered(),
    /** Resolves when no background work, such as a mail, is left. */
    settled: () => server.backgroundDone(),
    /**
     * Restarts the BFF on the same CRM, with an empty memory. `changes` of its environment hold until the next restart.
     */
    restart: async (changes?: NodeJS.ProcessEnv) => {
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
