import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { BFF_FLAGS } from '../../commands/bff-flags.ts';
import { startChild, stopChild } from '../../commands/child.ts';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import { readBehaviours } from '../../fixtures/crm-sandbox/behaviours.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';

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

/** One contact of the sandbox with their one deal. */
export interface Subject {
  hash: string;
  contactId: string;
  dealId: string;
}

/** As long as the browser waits (web/api/ask-bff.ts). */
const PATIENCE_MS = 45_000;
/** A photo may take longer (bff/crm/call-options.ts). */
const PATIENCE_WITH_PHOTOS_MS = 150_000;
/** How long a stopping portal still accepts requests on their way to it. */
const DRAIN_DELAY_MS = 1_000;
/** High enough that a run measures writes, not queues. */
const AT_ONCE = 100;

/** The portal as a process of its own, and the CRM sandbox with as many generated contacts as asked for. */
export async function openStage(contacts: number) {
  const sandbox = await startSandbox({
    port: 0,
    contacts,
    concurrency: AT_ONCE + 10,
    subConcurrency: AT_ONCE + 10,
    tokenGrants: 1_000,
    behaviours: readBehaviours(process.env.SANDBOX_BEHAVIOURS ?? ''),
  });
  let port = 0;
  let portal = await startPortal();
  let restarting = Promise.resolve();
  let generation = 0;
  const unanswered: string[] = [];

  async function startPortal(): Promise<ChildProcess> {
    const child = startChild([...BFF_FLAGS, 'bff/main.ts'], {
      ...sandboxEnvironment({ port, sandboxPort: 0, publicUrl: 'http://portal.test', sandboxUrl: sandbox.url }),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      CRM_MAX_CONCURRENCY: String(AT_ONCE),
      UNKNOWN_LINKS_PER_MINUTE: '1000000',
      REQUESTS_PER_LINK: '1000000',
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    });
    const [message] = (await once(child, 'message')) as [{ listening: number }];
    port = message.listening;
    return child;
  }

  async function control<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    for (;;) {
      try {
        const { statusCode, body: answer } = await request(`${sandbox.url}${path}`, {
          method,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (statusCode >= 400) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
        return (text === '' ? undefined : JSON.parse(text)) as T;
      } catch (error) {
        // The port may be shut just now; an edit by hand can be made again.
        if (!['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes((error as { code?: string }).code ?? ''))
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  return {
    control,
    /** Every generated contact, in the order of their numbers. */
    subjects: () => listSubjects(sandbox.url),
    /** Asks the portal; while it is being restarted, as the balancer before it does: the request is kept for the next one. */
    async ask({ method, path, headers, body }: Ask): Promise<Answer> {
      await restarting;
      try {
        return await ask(`http://127.0.0.1:${port}${path}`, { method, headers, body });
      } catch (error) {
        unanswered.push(`${method} ${path}: ${error instanceof Error ? error.message : 'no answer'}`);
        return { status: 0, body: {} };
      }
    },
    /** Requests that the portal had taken on and left without an answer. */
    unanswered: unanswered as readonly string[],
    /** Restarts the portal as a deployment does: everything in its memory is gone. */
    restart(): Promise<void> {
      restarting = restarting.then(async () => {
        generation += 1;
        await stopChild(portal);
        portal = await startPortal();
      });
      return restarting;
    },
    /** Counts the restarts: what is in memory is gone with each. */
    generation: () => generation,
    /** Resolves when the last restart is over. */
    restarted: () => restarting,
    stopPortal: () => stopChild(portal),
    async close() {
      await stopChild(portal);
      await sandbox.close();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

async function ask(url: string, { method, headers, body }: Omit<Ask, 'path'>): Promise<Answer> {
  const isForm = Buffer.isBuffer(body);
  const patienceMs = isForm ? PATIENCE_WITH_PHOTOS_MS : PATIENCE_MS;
  const answer = await request(url, {
    method,
    // Each on a connection of its own: one that lies idle may be closed at the moment that a request goes out on it, and
    // that request was never taken on.
    reset: true,
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

/** Every generated contact with their deal, in the order of their numbers. */
export async function listSubjects(url: string): Promise<Subject[]> {
  const grant = await request(
    `${url}/oauth/v2/token?grant_type=refresh_token&client_id=s&client_secret=s&refresh_token=soak`,
    { method: 'POST' },
  );
  const { access_token } = (await grant.body.json()) as { access_token: string };
  const query = `select id, Contact_Name.id, Contact_Name.survey1_hash from Deals
    where Contact_Name.survey1_hash like 'sandbox-lead-%' order by id asc limit 2000`;
  const answer = await request(`${url}/crm/v8/coql`, {
    method: 'POST',
    headers: { authorization: `Zoho-oauthtoken ${access_token}` },
    body: JSON.stringify({ select_query: query.replace(/\s+/g, ' ') }),
  });
  const { data } = (await answer.body.json()) as { data: Record<string, string>[] };
  return data.map((row) => ({
    hash: row['Contact_Name.survey1_hash'] ?? '',
    contactId: row['Contact_Name.id'] ?? '',
    dealId: row.id ?? '',
  }));
}
