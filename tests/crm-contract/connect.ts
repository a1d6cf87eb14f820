import { test as base, onTestFinished, type TestContext } from 'vitest';
import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import { type CrmClientOptions, createCrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { CallReport } from '../../crm-contract/http/exchange.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import { hurriedClock } from './clocks.ts';
import { type FaultCrm, json, startFaultCrm } from './fault-crm.ts';

export const CONTACT_ID = '4150868000003194003';
export const DEAL_ID = '4150868000003200001';
export const NOTE_ID = '4150868000003300001';

/** The CRM's answer to a successful write. */
export const success = (status = 200, id = DEAL_ID) =>
  json(status, {
    data: [
      {
        code: 'SUCCESS',
        status: 'success',
        message: 'record updated',
        details: { id, Modified_Time: '2026-10-20T10:00:05+02:00' },
      },
    ],
  });

/** A flat error. */
export const flatError = (status: number, code: string, details: Record<string, unknown> = {}) =>
  json(status, { code, details, message: 'secret value 06-12345678', status: 'error' });

/** An error as the item of a write. */
export const itemError = (status: number, code: string, details: Record<string, unknown> = {}) =>
  json(status, { data: [{ code, details, message: 'secret value 06-12345678', status: 'error' }] });

/** A fault CRM and its client, both closed when the test ends. Concurrent tests pass their own `finished`. */
export async function connect(
  options: Partial<CrmClientOptions> = {},
  finished: TestContext['onTestFinished'] = onTestFinished,
) {
  const server = await startFaultCrm();
  const reports: CallReport[] = [];
  const drifts: Drift[] = [];
  const clock = options.clock ?? hurriedClock();
  const crm = createCrmClient({
    apiUrl: server.url,
    accountsUrl: server.url,
    clientId: '1000.CLIENT',
    clientSecret: 'client-secret',
    refreshToken: '1000.refresh',
    maxConcurrency: 10,
    onCall: (report) => reports.push(report),
    onDrift: (drift) => drifts.push(drift),
    clock,
    ...options,
  });
  finished(async () => {
    await crm.close();
    await server.stop();
  });
  const context = (more: Partial<CrmCallOptions> & { ms?: number } = {}): CrmCallOptions => {
    const { ms = 15_000, ...rest } = more;
    return { priority: 'save', deadline: deadlineIn(ms, 0, clock), ...rest };
  };
  return { crm, server, reports, drifts, context, clock };
}

/** A test that may take a fault CRM and its client. */
export const test = base
  .extend('connected', () => connect())
  .extend('crm', ({ connected }) => connected.crm)
  .extend('server', ({ connected }) => connected.server)
  .extend('context', ({ connected }) => connected.context)
  .extend('reports', ({ connected }) => connected.reports)
  .extend('drifts', ({ connected }) => connected.drifts);

export type Connected = Awaited<ReturnType<typeof connect>>;
export type { FaultCrm };

/** The CrmError a call ends in. */
export async function errorOf(call: Promise<unknown>): Promise<CrmError> {
  const ended = await call.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (ended instanceof CrmError) return ended;
  throw new Error(`expected a CrmError, got ${String(ended)}`);
}
