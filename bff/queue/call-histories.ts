import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, LARGEST_PAGE, oneOf } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape, isOpenCall, OPEN_CALLS } from '../../crm-contract/shapes/activities.ts';
import { count, instant } from '../../crm-contract/shapes/read-record.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { outcomeOf } from '../crm/texts/outcome-texts.ts';
import { InMemoryStore, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';

const singleCall = callShape
  .pick({ Who_Id: true, Outbound_Call_Status: true, Call_Result: true, Call_Start_Time: true })
  .extend({ 'Who_Id.Created_Time': instant });
const rowShape = singleCall
  .omit({ Call_Start_Time: true })
  .extend({ tally: count, earliest: instant, latest: instant });
type Row = z.output<typeof rowShape>;

/** The calls made with one contact. Moments are milliseconds since the epoch. */
interface MadeCalls {
  attempts: number;
  lastOutcome: CallOutcome | null;
  lastCallAt: number | null;
}

export interface CallHistory extends MadeCalls {
  /** Scheduled calls that are still open: the earliest and the latest. */
  agreed: number[];
}

/** A contact's history; null until the portal has read it. `registeredAt` is when the contact was created. */
type HistoryOf = (contactId: string, registeredAt: number) => CallHistory | null;

/** Interval of full reads: they find deletions, and changes that left Modified_Time as it was. */
const ANEW_EVERY_MS = 6 * 60 * 60_000;
export const NEVER_CALLED: MadeCalls = { attempts: 0, lastOutcome: null, lastCallAt: null };

/**
 * Reads the completed and the scheduled calls of all contacts, in one CRM call per read: the CRM counts them per
 * contact and result, and returns at most 2,000 rows. Every read returns all scheduled calls. Completed calls of the
 * newest contacts come first, and the next reads continue a longer history. After a complete pass, reading changes is
 * enough for six hours (`recent-changes.ts`).
 */
export class CallHistories {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  /** A call that the portal recorded; null if it was undone. */
  readonly #tell: (made: { contactId: string; calls: MadeCalls | null }) => void;
  readonly #made = new Map<string, MadeCalls & { asOf: number }>();
  #agreed = new Map<string, { moments: readonly number[]; asOf: number }>();
  #agreedAsOf = Number.NEGATIVE_INFINITY;
  /** Contacts whose calls the next refresh reads one by one. */
  readonly #outdated = new Set<string>();
  /** The next read continues with contacts registered before this; null: start with the newest. */
  #from: string | null = null;
  #isUnknown = false;
  /** When the current pass over the history began, and when the last complete one did. */
  #begunAt = 0;
  #wholeAt = Number.NEGATIVE_INFINITY;
  /** For every contact registered after this moment, the completed calls are known. */
  #knownAfter = Number.POSITIVE_INFINITY;

  constructor(crm: CrmClient, clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#crm = crm;
    this.#clock = clock;
    this.#tell = toAll(store, 'calls made', ({ contactId, calls }) => this.#note(contactId, calls));
  }

  /** Whether the history needs another page or another pass. */
  get isDue(): boolean {
    return this.#from !== null || this.#clock.now() - this.#wholeAt >= ANEW_EVERY_MS;
  }

  /** When everybody's scheduled calls were requested. */
  get agreedAsOf(): number {
    return this.#agreedAsOf;
  }

  async read(crmOptions: CrmCallOptions): Promise<HistoryOf> {
    const from = this.#from;
    const askedAt = this.#clock.now();
    const rows = await this.#ask(from, crmOptions);
    if (rows === null) return this.of;
    this.#takeAgreed(agreedIn(rows), askedAt);
    const made = rows.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed');
    const isCut = rows.length === LARGEST_PAGE;
    // The scheduled calls alone fill the page. So no history is certain, not even one from earlier reads.
    if (isCut && made.length === 0) this.#knownAfter = Number.POSITIVE_INFINITY;
    else this.#goOn(from, askedAt, made, isCut);
    return this.of;
  }

  /**
   * Returns what the portal knows now, or null if it knows nothing of the contact. If the CRM refuses all reads, the
   * portal knows only the calls that it recorded itself.
   */
  readonly of: HistoryOf = (contactId, registeredAt) => {
    const calls = this.#made.get(contactId);
    if (this.#isUnknown) return calls ? { ...calls, agreed: [] } : null;
    const agreed = this.#agreed.get(contactId)?.moments ?? [];
    if (!calls && agreed.length === 0 && registeredAt <= this.#knownAfter) return null;
    return { ...(calls ?? NEVER_CALLED), agreed: [...agreed] };
  };

  /** True if the CRM refuses every form of the query: then the portal knows only the calls that it recorded itself. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  /** Null if the CRM refuses every form of the query. */
  async #ask(from: string | null, crmOptions: CrmCallOptions): Promise<Row[] | null> {
    const asked = this.#crm.questions.ask(
      'extremes_of_moments',
      () => this.#crm.query(queryFrom(from), rowShape, crmOptions),
      async () => (await this.#crm.query(singleCallsFrom(from), singleCall, crmOptions)).map(asRow),
    );
    const rows = await nullIfRefused(asked);
    this.#isUnknown = rows === null;
    return rows;
  }

  /** A call that the portal itself recorded. */
  learn(contactId: string, calls: MadeCalls): void {
    this.#tell({ contactId, calls });
  }

  /** Marks the contact's calls as outdated after an undo: the next refresh reads them again. */
  forget(contactId: string): void {
    this.#tell({ contactId, calls: null });
  }

  /** Stores all calls of a contact, as the CRM had them at `askedAt`. */
  noteAll(contactId: string, calls: MadeCalls, moments: readonly number[], askedAt: number): void {
    this.#outdated.delete(contactId);
    if ((this.#made.get(contactId)?.asOf ?? 0) <= askedAt) this.#made.set(contactId, { ...calls, asOf: askedAt });
    if ((this.#agreed.get(contactId)?.asOf ?? 0) <= askedAt) this.#agreed.set(contactId, { moments, asOf: askedAt });
  }

  /** Contacts whose known calls are outdated. */
  get outdated(): readonly string[] {
    return [...this.#outdated];
  }

  /** Makes the next refresh read the whole history; known values are used until then. */
  readAnew(): void {
    this.#wholeAt = Number.NEGATIVE_INFINITY;
  }

  #note(contactId: string, calls: MadeCalls | null): void {
    if (calls !== null) this.#made.set(contactId, { ...calls, asOf: this.#clock.now() });
    else {
      this.#outdated.add(contactId);
      if (this.#isUnknown) this.#made.delete(contactId);
    }
  }

  #takeAgreed(found: ReadonlyMap<string, readonly number[]>, askedAt: number): void {
    const later = [...this.#agreed].filter(([, { asOf }]) => asOf > askedAt);
    this.#agreed = new Map([...found].map(([id, moments]) => [id, { moments, asOf: askedAt }]));
    for (const [id, known] of later) this.#agreed.set(id, known);
    this.#agreedAsOf = askedAt;
  }

  #goOn(from: string | null, askedAt: number, made: readonly Row[], isCut: boolean): void {
    if (from === null) this.#begunAt = askedAt;
    const last = made.at(-1)?.['Who_Id.Created_Time'] ?? null;
    const isStuck = made[0]?.['Who_Id.Created_Time'] === last;
    // More rows of contacts with the last creation time may follow, so the next page reads these contacts again.
    const whole = isCut && !isStuck ? made.filter((row) => row['Who_Id.Created_Time'] !== last) : made;
    for (const [contactId, calls] of madeIn(whole)) {
      const known = this.#made.get(contactId);
      if (!known || known.asOf <= askedAt) this.#made.set(contactId, { ...calls, asOf: askedAt });
    }
    if (isCut && last !== null) {
      // One second later, because the query excludes this moment itself, and the CRM returns whole seconds.
      this.#from = isStuck ? last : crmInstant(Date.parse(last) + 1000);
      this.#knownAfter = Math.min(this.#knownAfter, Date.parse(last));
    } else {
      this.#from = null;
      this.#wholeAt = this.#begunAt;
      this.#knownAfter = Number.NEGATIVE_INFINITY;
      // Calls that a full pass did not return were deleted from the CRM.
      for (const [contactId, { asOf }] of this.#made) if (asOf < this.#begunAt) this.#made.delete(contactId);
    }
  }
}

/** Open calls sort after "Completed": in descending order they come first and are never cut off. */
function queryFrom(from: string | null) {
  return coql`select Who_Id, Who_Id.Created_Time, Outbound_Call_Status, Call_Result, COUNT(id) as tally,
    MIN(Call_Start_Time) as earliest, MAX(Call_Start_Time) as latest
    ${callsFrom(from)}
    group by Who_Id, Who_Id.Created_Time, Outbound_Call_Status, Call_Result
    order by Outbound_Call_Status desc, Who_Id.Created_Time desc, Who_Id desc limit ${LARGEST_PAGE}`;
}

/** The same calls one by one. A page then covers fewer contacts, and the next refreshes read the rest. */
function singleCallsFrom(from: string | null) {
  return coql`select id, Who_Id, Who_Id.Created_Time, Outbound_Call_Status, Call_Result, Call_Start_Time
    ${callsFrom(from)}
    order by Outbound_Call_Status desc, Who_Id.Created_Time desc, Who_Id desc limit ${LARGEST_PAGE}`;
}

function callsFrom(from: string | null) {
  const made = from === null ? coql`Who_Id is not null` : coql`Who_Id.Created_Time < ${from}`;
  return coql`from Calls where ((Who_Id is not null and Outbound_Call_Status in ${oneOf([...OPEN_CALLS, 'Completed'])})
      and (Outbound_Call_Status in ${oneOf(OPEN_CALLS)} or ${made}))`;
}

function asRow({ Call_Start_Time, ...call }: z.output<typeof singleCall>): Row {
  return { ...call, tally: 1, earliest: Call_Start_Time, latest: Call_Start_Time };
}

function agreedIn(rows: readonly Row[]): Map<string, number[]> {
  const agreed = new Map<string, number[]>();
  for (const { Who_Id, earliest, latest } of rows.filter(isOpenCall)) {
    if (Who_Id === null || earliest === null || latest === null) continue;
    agreed.set(Who_Id.id, [...(agreed.get(Who_Id.id) ?? []), Date.parse(earliest), Date.parse(latest)]);
  }
  return agreed;
}

function madeIn(rows: readonly Row[]): Map<string, MadeCalls> {
  const made = new Map<string, MadeCalls>();
  for (const { Who_Id, latest, tally, Call_Result } of rows) {
    if (Who_Id === null || latest === null) continue;
    const calls = made.get(Who_Id.id) ?? NEVER_CALLED;
    const isLast = Date.parse(latest) >= (calls.lastCallAt ?? 0);
    made.set(Who_Id.id, {
      attempts: calls.attempts + (tally ?? 0),
      lastOutcome: isLast ? outcomeOf(Call_Result) : calls.lastOutcome,
      lastCallAt: isLast ? Date.parse(latest) : calls.lastCallAt,
    });
  }
  return made;
}
