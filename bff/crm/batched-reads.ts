import type { CrmCallOptions, Deadline, Priority } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { inGroups, MOST_VALUES } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';

/** The maximum rows of one query: up to 200 cost one credit (crm-api §6). */
export const MOST_ROWS = 200;
/** Half of the client's limit for one answer; the other half is reserve for rows larger than earlier ones. */
const MOST_BYTES = 3 * 1024 * 1024;
/**
 * After each answer, the earlier size of a key is multiplied by this. It is kept if it is still larger than the new
 * size.
 */
const REMEMBERED = 0.9;

/** A query for the rows of several keys. */
export interface KeyedQuery<Row> {
  /**
   * The query calls `keys` when it gets its slot; until then keys may be added. Later calls return the same keys.
   * Queries for several keys return at most {@link MOST_ROWS} rows.
   */
  ask(keys: () => readonly string[], crmOptions: CrmCallOptions): Promise<Row[]>;
  /** The key of a row, spelled exactly as requested: the CRM ignores case. */
  keyOf(row: Row): string;
  /** The approximate size of a row in an answer. */
  bytesOf(row: Row): number;
}

interface Reader<Row> {
  asked: CrmCallOptions;
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

type Readers<Row> = Map<string, Set<Reader<Row>>>;

interface Batch<Row> {
  readers: Readers<Row>;
  /** Aborts when all its readers have aborted. */
  gone: AbortController;
  isBegun: boolean;
}

/**
 * Reads by key. While the client has a free slot, a read is sent at once and alone; reads that would wait for a slot
 * share one query (decision J11). Equal reads at the same moment share one result. After a write, a new read does not
 * join a read that was sent before.
 */
export class BatchedReads<Row extends { id: string }> {
  readonly #query: KeyedQuery<Row>;
  readonly #onRefused: (mostKeys: number, error: CrmError) => void;
  readonly #open = new Map<Priority, Batch<Row>>();
  /** Reads for display in flight, by priority class and key. */
  readonly #sent = new Map<string, Batch<Row>>();
  #mostKeys = MOST_VALUES;
  #bytesOfKey = 0;

  /** `onRefused` is called when the CRM refuses a number of keys and the maximum is halved to `mostKeys`. */
  constructor(
    crm: Pick<CrmClient, 'onWrite'>,
    query: KeyedQuery<Row>,
    onRefused: (mostKeys: number, error: CrmError) => void = () => {},
  ) {
    this.#query = query;
    this.#onRefused = onRefused;
    crm.onWrite(() => this.#sent.clear());
  }

  /** The rows of this key. Only their drifts go to `asked.onDrift`. */
  read(key: string, asked: CrmCallOptions): Promise<Row[]> {
    const { priority, signal } = asked;
    if (signal?.aborted) return Promise.reject(cancelled());
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    const reader = { asked, resolve, reject };
    const batch = this.#batchFor(priority, key);
    const waiting = batch.readers.get(key) ?? new Set();
    waiting.add(reader);
    batch.readers.set(key, waiting);
    const leave = () => {
      waiting.delete(reader);
      if (isEmpty(batch.readers)) batch.gone.abort();
      reject(cancelled());
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (!batch.isBegun) void this.#run(batch, priority);
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** A batch in flight that has this key, else the open one if it has room, else a new one. */
  #batchFor(priority: Priority, key: string): Batch<Row> {
    const sent = this.#sent.get(`${priority} ${key}`);
    if (sent && !sent.gone.signal.aborted) return sent;
    const open = this.#open.get(priority);
    if (open && !open.gone.signal.aborted && (open.readers.has(key) || open.readers.size < this.#room())) return open;
    const begun: Batch<Row> = { readers: new Map(), gone: new AbortController(), isBegun: false };
    this.#open.set(priority, begun);
    return begun;
  }

  #room(): number {
    return Math.max(1, Math.min(this.#mostKeys, Math.floor(MOST_BYTES / Math.max(1, this.#bytesOfKey))));
  }

  async #run(batch: Batch<Row>, priority: Priority): Promise<void> {
    const { readers, gone } = batch;
    batch.isBegun = true;
    let closed: readonly string[] | undefined;
    // From now on only equal reads for display may join.
    const close = () => {
      if (this.#open.get(priority) === batch) this.#open.delete(priority);
      for (const [key, waiting] of readers) {
        if (waiting.size === 0) readers.delete(key);
        else if (isForDisplay(priority)) this.#sent.set(`${priority} ${key}`, batch);
      }
      return [...readers.keys()];
    };
    const keys = () => {
      closed ??= close();
      return closed;
    };
    await this.#answer(readers, keys, { priority, deadline: longestOf(readers), signal: gone.signal });
  }

  /**
   * Reads all keys and answers each reader; splits a failed batch, down to single keys. Returns the error that all
   * readers got.
   */
  async #answer(readers: Readers<Row>, keys: () => readonly string[], crmOptions: CrmCallOptions): Promise<unknown> {
    const drifts: Drift[] = [];
    try {
      const isForMany = () => keys().length > 1;
      const rows = await this.#query.ask(keys, { ...crmOptions, isForMany, onDrift: (drift) => drifts.push(drift) });
      if (isForMany() && rows.length >= MOST_ROWS) await this.#inParts(readers, crmOptions, readers.size / 2);
      else this.#give(readers, crmOptions.priority, rows, drifts);
    } catch (error) {
      keys();
      const kind = error instanceof CrmError && readers.size > 1 ? error.kind : null;
      if (kind === 'refused') await this.#refused(readers, crmOptions, error as CrmError);
      else if (kind !== null && isAboutTheBatch(error as CrmError)) {
        await this.#inParts(readers, crmOptions, readers.size / 2);
      } else {
        this.#fail(readers, crmOptions.priority, error);
        return error;
      }
    }
    return undefined;
  }

  /**
   * After a refusal, tries the first key alone and, if that is refused too, a second key. If both are refused, the
   * number of keys is not the cause, and the other keys fail too. Otherwise the others are tried in parts. If the first
   * key alone is accepted, the number was the cause, and the maximum is halved.
   */
  async #refused(readers: Readers<Row>, crmOptions: CrmCallOptions, error: CrmError): Promise<void> {
    const [first, second, ...others] = readers;
    if (!first || !second) return;
    if (await this.#isRefusedAlone(first, crmOptions)) {
      const rest = new Map(others);
      // One bad key must not fail the others; two mean that the CRM refuses the query itself.
      if (await this.#isRefusedAlone(second, crmOptions)) return this.#fail(rest, crmOptions.priority, error);
      return this.#inParts(rest, crmOptions, rest.size / 2);
    }
    const rest = new Map([second, ...others]);
    // If two batches are refused at the same time, only the first one halves the maximum.
    if (readers.size <= this.#mostKeys) {
      this.#mostKeys = Math.ceil(readers.size / 2);
      this.#onRefused(this.#mostKeys, error);
    }
    await this.#inParts(rest, crmOptions, this.#mostKeys);
  }

  async #isRefusedAlone([key, waiting]: [string, Set<Reader<Row>>], crmOptions: CrmCallOptions): Promise<boolean> {
    const error = await this.#answer(new Map([[key, waiting]]), () => [key], crmOptions);
    return error instanceof CrmError && error.kind === 'refused';
  }

  async #inParts(readers: Readers<Row>, crmOptions: CrmCallOptions, size: number): Promise<void> {
    const waiting = [...readers].filter(([, each]) => each.size > 0);
    // A key without readers is not asked again, so a later read of it must not join.
    this.#answered(new Map([...readers].filter(([, each]) => each.size === 0)), crmOptions.priority);
    const parts = inGroups(waiting, Math.max(1, Math.ceil(size)));
    await Promise.all(
      parts.map((part) => {
        const keys = part.map(([key]) => key);
        return this.#answer(new Map(part), () => keys, crmOptions);
      }),
    );
  }

  #give(readers: Readers<Row>, priority: Priority, rows: readonly Row[], drifts: readonly Drift[]): void {
    const byKey = Map.groupBy(rows, (row) => this.#query.keyOf(row));
    const bytes = rows.reduce((sum, row) => sum + this.#query.bytesOf(row), 0);
    this.#bytesOfKey = Math.max(bytes / Math.max(1, readers.size), this.#bytesOfKey * REMEMBERED);
    this.#answered(readers, priority);
    for (const [key, waiting] of readers) {
      // The CRM may return a row twice.
      const own = [...new Map((byKey.get(key) ?? []).map((row) => [row.id, row])).values()];
      const ids = new Set<string | null>([null, ...own.map(({ id }) => id)]);
      const ownDrifts = drifts.filter(({ id }) => ids.has(id));
      for (const { asked, resolve } of waiting) {
        for (const drift of ownDrifts) asked.onDrift?.(drift);
        resolve([...own]);
      }
    }
  }

  #fail(readers: Readers<Row>, priority: Priority, error: unknown): void {
    this.#answered(readers, priority);
    for (const waiting of readers.values()) for (const { reject } of waiting) reject(error);
  }

  /** From now on no read may join these readers. */
  #answered(readers: Readers<Row>, priority: Priority): void {
    for (const [key, waiting] of readers) {
      const sent = `${priority} ${key}`;
      if (this.#sent.get(sent)?.readers.get(key) === waiting) this.#sent.delete(sent);
    }
  }
}

const isForDisplay = (priority: Priority) => priority === 'read' || priority === 'staff';

/** Failures that a smaller batch may avoid: an answer too large, one bad record, a query that took too long. */
function isAboutTheBatch({ kind, code }: CrmError): boolean {
  return ['malformed', 'server', 'timeout', 'unreachable'].includes(kind) && code !== 'CIRCUIT_OPEN';
}

const isEmpty = <Row>(readers: Readers<Row>) => [...readers.values()].every(({ size }) => size === 0);

/** A deadline that ends when the last reader gives up. */
function longestOf<Row>(readers: Readers<Row>): Deadline {
  const all = () => [...readers.values()].flatMap((waiting) => [...waiting].map(({ asked }) => asked.deadline));
  return {
    remainingMs: () => Math.max(0, ...all().map((deadline) => deadline.remainingMs())),
    patienceMs: () => Math.max(0, ...all().map((deadline) => deadline.patienceMs())),
    waited: (ms) => {
      for (const deadline of all()) deadline.waited(ms);
    },
  };
}

function cancelled(): CrmError {
  return new CrmError({ kind: 'cancelled', operation: 'batched read', sent: 'no' });
}
