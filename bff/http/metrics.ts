import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallReport } from '../../crm-contract/http/exchange.ts';
import type { SlotsLoad } from '../../crm-contract/http/limiter.ts';
import type { StoreReport } from '../shared-store/shared-store.ts';
import { PROBLEMS, type ProblemCode } from '../view-models/problem.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Opening a link may wait up to 25 s for a slot. */
const WAITING_SECONDS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 25];

type CrmCallReport = Pick<
  CallReport,
  'operation' | 'priority' | 'outcome' | 'ms' | 'waitedMs' | 'asked' | 'code' | 'sent' | 'credits'
>;

interface RequestReport {
  route: string;
  status: number;
  ms: number;
  problem?: ProblemCode;
}

/** The CRM's remaining and total daily credits. */
interface Credits {
  left(): { credits: number; source: string } | null;
  aDay(): number | null;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Node's own metrics. Measuring them never stops, so a process starts it once, not once per server. */
let ofProcess: Registry | undefined;

function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics() {
  const registry = Registry.merge([processMetrics()]);
  const registers = [registry];
  const crmCalls = new Histogram({
    name: 'crm_call_seconds',
    help: 'Calls that were sent to the CRM, by operation and outcome, without the wait for a slot',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'crm_place_wait_seconds',
    help: "How long calls waited for one of the CRM's slots, by kind of work",
    labelNames: ['lane'],
    buckets: WAITING_SECONDS,
    registers,
  });
  const crmCallCount = new Counter({
    name: 'crm_calls_total',
    help: 'Calls to the CRM by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const credits = new Counter({
    name: 'crm_credits_spent_total',
    help: "The CRM's credits that calls of this process cost, as documented, by operation",
    labelNames: ['operation'],
    registers,
  });
  const problems = new Counter({
    name: 'crm_call_problems_total',
    help: "Calls to the CRM that failed, by the CRM's or the network's own code",
    labelNames: ['code'],
    registers,
  });
  const unknownOutcomes = new Counter({
    name: 'crm_unknown_outcomes_total',
    help: 'Writes that the CRM may or may not have done',
    registers,
  });
  const unproven = new Counter({
    name: 'signatures_not_proven_total',
    help: 'Signatures whose evidence the portal did not make, or cannot check for want of its key',
    labelNames: ['state'],
    registers,
  });
  // Prometheus detects an increase only from an existing value.
  for (const state of ['foreign', 'unknown_key'] as const) unproven.inc({ state }, 0);
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Requests answered by route and status',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'http_problems_total',
    help: 'Requests answered with an error, by the code in the answer',
    labelNames: ['problem'],
    registers,
  });
  for (const problem of Object.keys(PROBLEMS)) refusals.inc({ problem }, 0);
  return {
    /** Registers the metrics of the shared store; a portal without one does not have them. */
    watchStore: () => storeMetrics(registry),
    /** Registers the CRM's daily credits, read when the metrics are scraped. */
    watchCredits: (budget: Credits) => watchCredits(registry, budget),
    /** Registers the use of this process's CRM slots, read when the metrics are scraped. */
    watchSlots: (load: () => SlotsLoad) => watchSlots(registry, load),
    crmCall: ({ operation, priority, outcome, ms, waitedMs, asked, code, sent, credits: spent }: CrmCallReport) => {
      credits.inc({ operation }, spent);
      waits.observe({ lane: priority }, waitedMs / 1000);
      if (asked > 0) crmCalls.observe({ operation, outcome }, (ms - waitedMs) / 1000);
      crmCallCount.inc({ operation, outcome });
      if (code !== undefined) problems.inc({ code });
      if (sent === 'unknown') unknownOutcomes.inc();
    },
    /** Counts a signature whose evidence the portal did not make, or cannot verify (decision J3). */
    unprovenSignature: (state: 'foreign' | 'unknown_key') => unproven.inc({ state }),
    request: ({ route, status, ms, problem }: RequestReport) => {
      requests.observe({ route, status }, ms / 1000);
      if (problem !== undefined) refusals.inc({ problem });
    },
    /**
     * Prometheus text: memory, event loop, and counts and times by operation, outcome, route and status; no personal
     * data.
     */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function watchCredits(registry: Registry, budget: Credits): void {
  new Gauge({
    name: 'crm_credits_a_day',
    help: "The CRM's credits of a day: CRM_CREDITS_A_DAY, or twice the most that the CRM told was left",
    registers: [registry],
    collect() {
      this.remove();
      const aDay = budget.aDay();
      if (aDay !== null) this.set(aDay);
    },
  });
  new Gauge({
    name: 'crm_credits_left',
    help:
      "The CRM's credits left of the day: as the CRM says (source=crm), or, as long as it says nothing, an estimate: " +
      'CRM_CREDITS_A_DAY less what the portal spent in 24 hours (source=estimate)',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset();
      const now = budget.left();
      if (now) this.set({ source: now.source }, now.credits);
    },
  });
}

/** The gauges of the CRM slots, with the value each one shows. */
const SLOTS: readonly { name: string; help: string; part: keyof SlotsLoad }[] = [
  { name: 'crm_places', help: 'Simultaneous CRM calls that this process may make', part: 'slots' },
  { name: 'crm_places_in_use', help: 'CRM calls on their way now', part: 'inUse' },
  { name: 'crm_calls_waiting', help: 'CRM calls that wait for a slot now', part: 'waiting' },
  {
    name: 'crm_places_fullness',
    help: 'The part in use of the slots that run out first: at 1 calls wait',
    part: 'fullness',
  },
];

function watchSlots(registry: Registry, load: () => SlotsLoad): void {
  for (const { name, help, part } of SLOTS) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(load()[part]);
      },
    });
  }
}

function storeMetrics(registry: Registry): StoreReport {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge('shared_store_up', 'Whether the shared store answers this process: 1 or 0');
  const processes = gauge('portal_processes', 'Processes of the portal that share the store');
  const errors = new Counter({
    name: 'shared_store_errors_total',
    help: 'Questions that the shared store did not answer, by operation',
    labelNames: ['operation'],
    registers,
  });
  return {
    changed: (isUp) => up.set(isUp ? 1 : 0),
    failed: (operation) => errors.inc({ operation }),
    processes: (count) => processes.set(count),
  };
}

/** `/metrics` on its own port, not reachable from the internet (`METRICS_PORT`). */
export async function listenForMetrics(metrics: Metrics, port: number, host: string) {
  const server = createServer(async ({ url }, answer) => {
    if (url !== '/metrics') return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    return answer.end(await metrics.text());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
