import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import { WindowLimit } from '../access/limits.ts';
import type { Log } from '../http/logging.ts';
import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60_000;

/** Says in the log which CRM fields are not as expected (decision A4): once per field and hour, with one record's id. */
export class SchemaDriftReporter {
  readonly #log: Log;
  readonly #told: WindowLimit;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#told = new WindowLimit(1, HOUR_MS, clock);
  }

  report({ module, id, field, problem }: Drift): void {
    if (!this.#told.take(`${module}.${field}`)) return;
    this.#log.warn({ module, recordId: id, field, problem }, 'a CRM field is not as expected');
  }
}
