import { LRUCache } from 'lru-cache';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import type { Log } from '../http/logging.ts';
import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60_000;

/** Logs CRM fields with unexpected values (decision A4): once per field and hour, with the id of one record. */
export class SchemaDriftReporter {
  readonly #log: Log;
  readonly #reported: LRUCache<string, true>;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#reported = new LRUCache({ max: 10_000, ttl: HOUR_MS, ttlResolution: 0, perf: clock });
  }

  report({ module, id, field, problem }: Drift): void {
    const name = `${module}.${field}`;
    if (this.#reported.has(name)) return;
    this.#reported.set(name, true);
    this.#log.warn({ module, recordId: id, field, problem }, 'a CRM field is not as expected');
  }
}
