import type { CallReport } from '../../crm-contract/http/exchange.ts';
import type { App } from '../http/typed-app.ts';

/** Spans of requests and of the CRM calls that they cause, sent to a collector. */
export interface Traces {
  /** From now on each request is a span that contains the calls made for it. */
  observe(app: App): void;
  crmCall(report: CallReport): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
