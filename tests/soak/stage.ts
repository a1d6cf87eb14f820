import type { ChildProcess } from 'node:child_process';
import { request } from 'undici';
import { BFF_FLAGS, mustListen, startChild, stopChild } from '../../commands/child.ts';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import type { StageCrm } from './stage-crm.ts';

/** An answer of the portal, or status 0 where there was none. */
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
/** A portal on the CRM of the run, and its restarts. */
export interface Stage {
  crm: StageCrm;
  ask(request: Ask): Promise<Answer>;
  /** Accepted requests that the portal left without an answer, though no process was killed meanwhile. */
  unanswered: readonly string[];
  /** How often it is restarted during the journeys. */
  restarts: number;
  /**
   * Restarts the portal as a deployment does: everything in its memory is gone. With several processes also in worse
   * ways.
   */
  restart(): Promise<void>;
  /** Counts the restarts after which claims of leads are forgotten. */
  generation(): number;
  /** Resolves when the last restart is over. */
  restarted(): Promise<void>;
  /** Everything that the store of several processes holds, a line for each key. */
  shared?(): Promise<readonly string[]>;
  stopPortal(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the portal as a process of its own, on the CRM of the run. */
export async function startPortal(
  crm: Pick<StageCrm, 'url' | 'env'>,
  ownPort = 0,
  env: NodeJS.ProcessEnv = {},
): Promise<{ portal: ChildProcess; port: number }> {
  const portal = startChild([...BFF_FLAGS, 'bff/main.ts'], {
    ...sandboxEnvironment({ port: ownPort, sandboxPort: 0, publicUrl: 'http://portal.test', sandboxUrl: crm.url }),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...crm.env,
    UNKNOWN_LINKS_PER_MINUTE: '1000000',
    REQUESTS_PER_LINK: '1000000',
    ...env,
  });
  return { portal, port: await mustListen(portal) };
}

/** One process of the portal. */
export async function openStage(crm: StageCrm): Promise<Stage> {
  // Each start takes another port than before: a program may have taken that one meanwhile.
  let { portal, port } = await startPortal(crm);
  let restarting = Promise.resolve();
  let generation = 0;
  const unanswered: string[] = [];

  /** Connections are accepted in order: once this one is answered, the portal has accepted all earlier ones. */
  async function takenOn(): Promise<void> {
    const answer = await request(`http://127.0.0.1:${port}/livez`, { reset: true });
    await answer.body.dump();
  }

  return {
    crm,
    /** Sends a request; during a restart it is kept for the next process, as a balancer does. */
    async ask({ method, path, headers, body }: Ask): Promise<Answer> {
      await restarting;
      try {
        return await askPortal(`http://127.0.0.1:${port}${path}`, { method, headers, body });
      } catch (error) {
        unanswered.push(`${method} ${path}: ${error instanceof Error ? error.message : 'no answer'}`);
        return { status: 0, body: {} };
      }
    },
    unanswered: unanswered as readonly string[],
    restarts: RESTARTS,
    restart(): Promise<void> {
      restarting = restarting.then(async () => {
        generation += 1;
        await takenOn();
        await stopChild(portal);
        ({ portal, port } = await startPortal(crm));
      });
      return restarting;
    },
    generation: () => generation,
    restarted: () => restarting,
    stopPortal: () => stopChild(portal),
    async close() {
      await stopChild(portal);
      await crm.close();
    },
  };
}

/** @throws Error for an answer that is not the portal's */
export async function askPortal(url: string, { method, headers, body }: Omit<Ask, 'path'>): Promise<Answer> {
  const isForm = Buffer.isBuffer(body);
  const patienceMs = isForm ? PATIENCE_WITH_PHOTOS_MS : PATIENCE_MS;
  const answer = await request(url, {
    method,
    // Each request has its own connection: an idle one may be closed at the moment of sending, and then the request was
    // never accepted.
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
