import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { LEASE_MS } from '../../bff/shared-store/store-lock.ts';
import { stopChild } from '../../commands/child.ts';
import { freePort } from '../bench/free-port.ts';
import { startRedisServer } from '../shared-store/redis-server.ts';
import { storeText } from '../shared-store/store-text.ts';
import { startHaproxy } from './haproxy.ts';
import { type Answer, type Ask, askPortal, type Stage, startPortal } from './stage.ts';
import type { StageCrm } from './stage-crm.ts';

/**
 * Shorter than HAProxy's detection: two checks, half a second apart. The portal waits until HAProxy sends it nothing
 * more.
 */
const DRAIN_DELAY_MS = 500;

/**
 * A portal of several processes behind HAProxy, on one CRM and one store. A restart is one of these, in turn: all
 * processes one after the other, as in a deployment; if `kills`, one process killed and another paused for longer than
 * its leases; the store killed, with everything in it. After the journeys all are restarted at once.
 */
export async function openSeveralStage<Crm extends Pick<StageCrm, 'url' | 'env' | 'close'>>(
  crm: Crm,
  count: number,
  kills: boolean,
): Promise<Omit<Stage, 'crm'> & { crm: Crm; url: string }> {
  const store = await startRedisServer();
  const ports: number[] = [];
  for (let n = 0; n < count; n += 1) ports.push(await freePort());
  const front = await freePort();
  const unanswered: { what: string; began: number }[] = [];
  const ended: string[] = [];
  /** Processes that we ended. */
  const ending = new WeakSet<ChildProcess>();
  const portals = await Promise.all(ports.map(startProcess));
  const proxy = await startHaproxy(front, ports);
  let restarting = Promise.resolve();
  /** While all processes are down no requests are sent: a deployment replaces them one after the other. */
  let away = Promise.resolve();
  let restarts = 0;
  let generation = 0;
  /**
   * The times until which a process was dying or paused. Its requests are not answered, so people press again. A time
   * is known only later: an answer may arrive before the news that a process has ended.
   */
  const harms: { until: number }[] = [];

  async function startProcess(ownPort: number): Promise<ChildProcess> {
    const { portal } = await startPortal(crm, ownPort, {
      SHARED_STORE_URL: store.url,
      TRUST_PROXY: '1',
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    });
    portal.once('exit', (code, signal) => {
      if (!ending.has(portal)) ended.push(`a process ended by itself: ${code ?? signal}`);
    });
    return portal;
  }

  async function replace(n: number, end: (portal: ChildProcess) => Promise<void>): Promise<void> {
    const [portal, port] = [portals[n], ports[n]];
    if (!portal || port === undefined) return;
    await end(portal);
    portals[n] = await startProcess(port);
  }

  function stop(portal: ChildProcess): Promise<void> {
    ending.add(portal);
    return stopChild(portal);
  }

  async function rolling(): Promise<void> {
    for (let n = 0; n < count; n += 1) await replace(n, stop);
  }

  function together(): Promise<void> {
    generation += 1;
    away = Promise.all(portals.map((_, n) => replace(n, stop))).then(seenByProxy);
    return away;
  }

  /** HAProxy sends no requests to a new process before its next check. */
  async function seenByProxy(): Promise<void> {
    for (;;) {
      const { statusCode, body } = await request(`http://127.0.0.1:${front}/readyz`, { reset: true });
      await body.dump();
      if (statusCode === 200) return;
      await wait(20);
    }
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

  const troubles = [
    rolling,
    ...(kills ? [() => replace(0, kill), () => standStill(portals[1])] : []),
    async () => {
      await store.kill();
      // Claims that only the store had are gone.
      generation += 1;
      await store.restart();
    },
  ];

  return {
    crm,
    url: `http://127.0.0.1:${front}`,
    async ask(asked: Ask): Promise<Answer> {
      await away;
      const began = performance.now();
      try {
        return await askPortal(`http://127.0.0.1:${front}${asked.path}`, asked);
      } catch (error) {
        const what = `${asked.method} ${asked.path}: ${error instanceof Error ? error.message : 'no answer'}`;
        unanswered.push({ what, began });
        return { status: 0, body: {} };
      }
    },
    get unanswered() {
      const saidOf = (what: string) =>
        proxy.failed.findLast((line) => what.includes(line.slice(line.indexOf(': ') + 2))) ?? 'nothing';
      const cut = unanswered.filter(({ began }) => harms.every(({ until }) => until < began));
      return [...ended, ...cut.map(({ what }) => `${what}; HAProxy: ${saidOf(what)}`)];
    },
    restarts: troubles.length,
    restart(): Promise<void> {
      const trouble = troubles[restarts] ?? together;
      restarting = restarting.then(trouble);
      restarts += 1;
      return restarting;
    },
    generation: () => generation,
    shared: () => storeText(store.url),
    restarted: () => restarting,
    async stopPortal() {
      await Promise.all(portals.map(stop));
    },
    async close() {
      await Promise.all(portals.map(stop));
      proxy.close();
      await store.kill();
      await crm.close();
    },
  };
}
