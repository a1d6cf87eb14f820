import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface CrmCallReport {
  operation: string;
  outcome: string;
  ms: number;
  code?: string | undefined;
  sent?: string | undefined;
}

export interface RequestReport {
  route: string;
  status: number;
  ms: number;
}

export interface Metrics {
  crmCall(report: CrmCallReport): void;
  request(report: RequestReport): void;
  /**
   * Prometheus text: memory, event loop, and counts and times by operation, outcome, route and status; no personal
   * data.
   */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const crmCalls = new Histogram({
    name: 'crm_call_seconds',
    help: 'Calls to the CRM by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const crmCallCount = new Counter({
    name: 'crm_calls_total',
    help: 'Calls to the CRM by operation and outcome',
    labelNames: ['operation', 'outcome'],
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
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Requests answered by route and status',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  });
  return {
    crmCall: ({ operation, outcome, ms, code, sent }) => {
      crmCalls.observe({ operation, outcome }, ms / 1000);
      crmCallCount.inc({ operation, outcome });
      if (code !== undefined) problems.inc({ code });
      if (sent === 'unknown') unknownOutcomes.inc();
    },
    request: ({ route, status, ms }) => requests.observe({ route, status }, ms / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
