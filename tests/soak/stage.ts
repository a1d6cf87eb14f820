import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { LEASE_MS } from '../../bff/shared-store/store-lock.ts';
import { stopChild } from '../../commands/child.ts';
import { freePort } from '../bench/free-port.ts';
import { startProcess } from '../load/child-portal.ts';
import { startRedisServer } from '../shared-store/redis-server.ts';
import { storeText } from '../shared-store/store-text.ts';
import { startHaproxy } from './haproxy.ts';
import type { StageCrm } from './stage-crm.ts';

/** An answer of the portal, or status 0 if there was no answer. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface Ask {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** As long as the browser waits (web/api/ask-bff.ts). */
const PATIENCE_MS = 45_000;
const REQUEST_TIMEOUT = 408;
const RESTARTS = 3;
/** A photo may take longer (bff/crm/time-limits.ts). */
const PATIENCE_WITH_PHOTOS_MS = 150_000;
/**
 * Shorter than HAProxy's detection: two checks, half a second apart. The portal waits until HAProxy sends it nothing
 * more.
 */
const DRAIN_DELAY_MS = 500;

/** A portal on the CRM of the run, and its restarts. */
export type Stage<Crm extends CrmOfStage = StageCrm> = Awaited<ReturnType<typeof openStage<Crm>>>;

type CrmOfStage = Pick<StageCrm, 'url' | 'env' | 'close'>;

/**
 * A portal of one process, or of several behind HAProxy with one store. A restart replaces the one process. With
 * several, the restarts take turns: all are replaced one after the other, as in a deployment; with `kills`, one is
 * killed and another paused for longer than its leases; the store is killed with everything in it. After the journeys all are
 * replaced at once.
 */
export async function openStage<Crm extends CrmOfStage>(crm: Crm, several?: { count: number; kills: boolean }) {
  const store = several && (await startRedisServer());
  const ports: number[] = [];
  for (let n = 0; n < (several?.count ?? 1); n += 1) ports.push(await freePort());
  const front = several ? await freePort() : ports[0];
  const url = `http://127.0.0.1:${front}`;
  const unanswered: { what: string; began: number }[] = [];
  const ended: string[] = [];
  /** Processes that we ended. */
  const ending = new WeakSet<ChildProcess>();
  const portals = await Promise.all(ports.map(start));
  const proxy = several && front !== undefined ? await startHaproxy(front, ports) : undefined;
  let restarting = Promise.resolve();
  /** While all processes are down no requests are sent: a balancer keeps them for the next process. */
  let away = Promise.resolve();
  let restarts = 0;
  let generation = 0;
  /**
   * Until when each killed or paused process was dying or paused. Its requests are not answered, so people press again.
   * The end is known only later: an answer may arrive before the news that the process has ended.
   */
  const harms: { until: number }[] = [];

  async function start(port: number): Promise<ChildProcess> {
    const { child } = await startProcess(crm.url, {
      ...crm.env,
      PORT: String(port),
      ...(store && { SHARED_STORE_URL: store.url, TRUST_PROXY: '1', DRAIN_DELAY_MS: String(DRAIN_DELAY_MS) }),
    });
    child.once('exit', (code, signal) => {
      if (!ending.has(child)) ended.push(`a process ended by itself: ${code ?? signal}`);
    });
    return child;
  }

  async function replace(n: number, end: (portal: ChildProcess) => Promise<void>): Promise<void> {
    const [portal, port] = [portals[n], ports[n]];
    if (!portal || port === undefined) return;
    await end(portal);
    portals[n] = await start(port);
  }

  function stop(portal: ChildProcess): Promise<void> {
    ending.add(portal);
    return stopChild(portal);
  }

  async function rolling(): Promise<void> {
    for (let n = 0; n < ports.length; n += 1) await replace(n, stop);
  }

  function together(): Promise<void> {
    generation += 1;
    away = (async () => {
      // Connections are accepted in order: once this one is answered, the portal has accepted all earlier ones.
      await statusOf('/livez');
      await Promise.all(portals.map((_, n) => replace(n, stop)));
      // HAProxy sends no requests to a new process before its next check.
      while ((await statusOf('/readyz')) !== 200) await wait(20);
    })();
    return away;
  }

  async function statusOf(path: string): Promise<number> {
    const { statusCode, body } = await request(`${url}${path}`, { reset: true });
    await body.dump();
    return statusCode;
  }

  async function kill(portal: ChildProcess): Promise<void> {
    ending.add(portal);
    await harm(async () => {
      const exit = once(portal, 'exit');
      portal.kill('SIGKILL');
      await exit;
    });
  }

  async function standStill(portal: ChildProcess | undefined): Promise<void> {
    await harm(async () => {
      portal?.kill('SIGSTOP');
      await wait(LEASE_MS + 3_000);
      portal?.kill('SIGCONT');
    });
  }

  async function harm(doIt: () => Promise<void>): Promise<void> {
    const harm = { until: Number.POSITIVE_INFINITY };
    harms.push(harm);
    await doIt();
    harm.until = performance.now();
  }

  async function loseStore(): Promise<void> {
    await store?.kill();
    // Claims that only the store had are gone.
    generation += 1;
    await store?.restart();
  }

  const kills = several?.kills ? [() => replace(0, kill), () => standStill(portals[1])] : [];
  const troubles = several ? [rolling, ...kills, loseStore] : Array<typeof together>(RESTARTS).fill(together);

  return {
    crm,
    url,
    async ask(asked: Ask): Promise<Answer> {
      await away;
      const began = performance.now();
      try {
        return await askPortal(`${url}${asked.path}`, asked);
      } catch (error) {
        const what = `${asked.method} ${asked.path}: ${error instanceof Error ? error.message : 'no answer'}`;
        unanswered.push({ what, began });
        return { status: 0, body: {} };
      }
    },
    /** Accepted requests that the portal left without an answer, though no process was killed meanwhile. */
    get unanswered(): readonly string[] {
      const saidOf = (what: string) =>
        proxy?.failed.findLast((line) => what.includes(line.slice(line.indexOf(': ') + 2))) ?? 'nothing';
      const cut = unanswered.filter(({ began }) => harms.every(({ until }) => until < began));
      return [...ended, ...cut.map(({ what }) => `${what}; HAProxy: ${saidOf(what)}`)];
    },
    /** How often it is restarted during the journeys. */
    restarts: troubles.length,
    /**
     * Restarts the portal as a deployment does: everything in its memory is gone. With several processes also in worse
     * ways.
     */
    restart(): Promise<void> {
      const trouble = troubles[restarts] ?? together;
      restarting = restarting.then(trouble);
      restarts += 1;
      return restarting;
    },
    /** Counts the restarts after which claims of leads are forgotten. */
    generation: () => generation,
    /** Everything that the store of several processes holds, a line for each key. */
    shared: async () => store && storeText(store.url),
    /** Resolves when the last restart is over. */
    restarted: () => restarting,
    async stopPortal() {
      await Promise.all(portals.map(stop));
    },
    async close() {
      await Promise.all(portals.map(stop));
      proxy?.close();
      await store?.kill();
      await crm.close();
    },
  };
}

/** @throws Error for an answer that is not the portal's */
async function askPortal(url: string, { method, headers, body }: Ask): Promise<Answer> {
  const isForm = Buffer.isBuffer(body);
  const patienceMs = isForm ? PATIENCE_WITH_PHOTOS_MS : PATIENCE_MS;
  const answer = await request(url, {
    method,
    // Each request has its own connection: the server may close an idle one just as a request is sent, and then never
    // accepts the request.
    reset: true,
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (!String(answer.headers['content-type']).includes('json')) {
    throw new Error(`${answer.statusCode} that is not the portal's`);
  }
  // A paused process may find that a request came too slowly: the web sends it again (web/api/ask-bff.ts).
  const status = answer.statusCode === REQUEST_TIMEOUT ? 0 : answer.statusCode;
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}
