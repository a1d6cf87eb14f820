import { DEFAULT_BEHAVIOURS } from '../../fixtures/crm-sandbox/behaviours.ts';
import type { Fault } from '../../fixtures/crm-sandbox/faults/fault.ts';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { freePort } from '../bench/free-port.ts';
import { sandboxCrm } from '../bff/sandbox-crm.ts';
import { faultMix } from './fault-injection.ts';

/** One contact of the run with their one deal. */
export interface Subject {
  hash: string;
  contactId: string;
  dealId: string;
}

/** A fault, the number of calls that it applied to, and of those that it hit. */
export type CountedFault = Pick<Fault, 'kind' | 'status' | 'when' | 'announce'> & { seen: number; hits: number };

/** The CRM of a run: the sandbox, or an organisation that is watched by a proxy. */
export interface StageCrm {
  /** Where the portal finds it. */
  url: string;
  /** Other settings of the portal's environment about it. */
  env: NodeJS.ProcessEnv;
  /** This many journeys run at the same time. */
  atOnce: number;
  /** All people, in the order of their numbers. */
  subjects(): Promise<readonly Subject[]>;
  record(module: string, id: string): Promise<Record<string, unknown>>;
  /** An edit by sales ops. */
  edit(module: string, id: string, fields: Record<string, unknown>): Promise<void>;
  /** Every change of a record, oldest first. */
  journal(): Promise<readonly JournalEntry[]>;
  /** From now on calls fail at random. */
  trouble(seed: number): Promise<void>;
  /** The throttled calls (injected 429s too) and the requests for tokens, if the CRM counts them. */
  limits?(): Promise<{ throttled: number; tokenRequests: number }>;
  /** The mails about orders that the CRM got, if it keeps them: recipient and subject. */
  orderMails?(): Promise<readonly string[]>;
  /** Calls no longer fail. */
  calm(): Promise<readonly CountedFault[]>;
  close(): Promise<void>;
}

/** High enough that a run measures writes, not queues. */
const AT_ONCE = 100;
const COUNT_EVERY_MS = 3_000;
const ABOUT_AN_ORDER = /getekende offerte|herroeping/;

/** A sandbox with as many generated contacts as asked for. With `tokenGrants` its limits are watched. */
export async function startSandboxCrm(
  contacts: number,
  behaviours = DEFAULT_BEHAVIOURS,
  tokenGrants?: number,
): Promise<StageCrm> {
  const sandbox = await startSandbox({
    port: await freePort(),
    contacts,
    concurrency: AT_ONCE + 10,
    subConcurrency: AT_ONCE + 10,
    tokenGrants: tokenGrants ?? 1_000,
    behaviours,
  });

  const crm = sandboxCrm(sandbox.url);

  async function control<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    for (;;) {
      try {
        return await crm.sandbox<T>(method, `/sandbox${path}`, body);
      } catch (error) {
        // The port may be closed just now; a manual edit can be repeated.
        if (!['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes((error as { code?: string }).code ?? ''))
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  const edit = (module: string, id: string, fields: Record<string, unknown>) =>
    control<void>('PATCH', `/records/${module}/${id}`, fields);

  const limits = { throttled: 0, tokenRequests: 0 };
  /** The sandbox keeps its last calls only. */
  async function countCalls(): Promise<void> {
    const calls = await control<{ path: string; status: number }[]>('GET', '/requests');
    await control('DELETE', '/requests');
    for (const { path, status } of calls) {
      if (path.startsWith('/oauth')) limits.tokenRequests += 1;
      else if (status === 429) limits.throttled += 1;
    }
  }
  const counting = tokenGrants === undefined ? undefined : setInterval(() => void countCalls(), COUNT_EVERY_MS);

  return {
    url: sandbox.url,
    env: { CRM_MAX_CONCURRENCY: String(AT_ONCE) },
    atOnce: AT_ONCE,
    async subjects() {
      const subjects = await listSubjects(sandbox.url);
      // Where a field is required, people have filled it in.
      for (const { contactId, dealId } of behaviours.requiredFields ? subjects : []) {
        await edit('Contacts', contactId, { Mobile: '0612345678' });
        await edit('Deals', dealId, { Next_Step: 'Bellen' });
      }
      return subjects;
    },
    record: (module, id) => control('GET', `/records/${module}/${id}`),
    edit,
    journal: () => control('GET', '/journal'),
    async trouble(seed) {
      for (const fault of faultMix(seed)) await control('POST', '/faults', fault);
    },
    async calm() {
      const faults = await control<CountedFault[]>('GET', '/faults');
      await control('DELETE', '/faults');
      return faults;
    },
    async orderMails() {
      const mails = await control<{ recordId: string; subject: string }[]>('GET', '/outbox');
      return mails
        .filter(({ subject }) => ABOUT_AN_ORDER.test(subject))
        .map(({ recordId, subject }) => `${subject} to ${recordId}`);
    },
    ...(tokenGrants !== undefined && {
      limits: async () => {
        await countCalls();
        return limits;
      },
    }),
    async close() {
      clearInterval(counting);
      await sandbox.close();
    },
  };
}

/** Every generated contact with their deal, in the order of their numbers. */
export async function listSubjects(url: string): Promise<Subject[]> {
  const { body } = await sandboxCrm(url).crm('/coql', 'POST', {
    select_query:
      "select id, Contact_Name.id, Contact_Name.survey1_hash from Deals where Contact_Name.survey1_hash like 'sandbox-lead-%' order by id asc limit 2000",
  });
  const { data } = body as { data: Record<string, string>[] };
  return data.map((row) => ({
    hash: row['Contact_Name.survey1_hash'] ?? '',
    contactId: row['Contact_Name.id'] ?? '',
    dealId: row.id ?? '',
  }));
}
