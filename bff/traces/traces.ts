import type { CallReport } from '../../crm-contract/http/exchange.ts';
import type { App } from '../http/typed-app.ts';

/** Spans of requests and of the CRM calls that they cause, sent to a collector. */
export interface Traces {
  /** From now on each request is a span, and what is called on its behalf belongs to it. */
  observe(app: App): void;
  crmCall(report: CallReport): void;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}
