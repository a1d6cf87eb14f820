import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, FittingPage, oneOf } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape, isOpenCall, OPEN_CALLS, type PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { text } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import { type Clock, HOUR_MS } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { InMemoryStore, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import { nationalNumber } from './phone-numbers.ts';

const rowShape = callShape
  .pick({ Outbound_Call_Status: true, Who_Id: true, What_Id: true, Owner: true, Call_Start_Time: true })
  .extend({ 'Who_Id.Phone': text });
type Row = z.output<typeof rowShape>;

/** A scheduled call that is still open. */
interface Callback {
  atMs: number;
  ownerId: string | null;
  dealId: string | null;
}

/**
 * Holds the owner and the deal of each callback, because the counts per contact do not contain them. Also holds the
 * contacts called in the last hours, because a long history takes several reads. Makes one CRM call at the start and
 * every few minutes. In between, `recent-changes.ts` reads changes, and the portal's own changes are known at once.
 */
export class Callbacks {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  /** The contact's scheduled calls after an action; null if they are not known. */
  readonly #tell: (found: { contactId: string; calls: readonly Callback[] | null }) => void;
  /** Sets the last call to a number. With `instead`, it does so only if the last call was at that moment. */
  readonly #tellCalled: (called: { number: string; atMs: number; instead?: number }) => void;
  readonly #pauseMs: number;
  #ofContact = new Map<string, { callbacks: readonly Callback[]; asOf: number }>();
  #calledAt = new Map<string, number>();
  /** By national number, so that a household or a duplicate contact is called once. */
  #numberCalledAt = new Map<string, number>();
  #areRecentCallsCut = false;
  readonly #page = new FittingPage();
  readonly #scheduled: CachedRead<object>;
  #isUnknown = false;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Contacts missing from `#ofContact` had no callback at this moment. */
  #wholeAt = Number.NEGATIVE_INFINITY;

  constructor(crm: CrmClient, clock: Clock, callPauseHours: number, store: SharedStore = new InMemoryStore(clock)) {
    this.#crm = crm;
    this.#pauseMs = callPauseHours * HOUR_MS;
    this.#tell = toAll(store, 'callbacks', ({ contactId, calls }) => this.#note(contactId, calls));
    this.#tellCalled = toAll(store, 'number called', ({ number, atMs, instead }) => {
      if (instead === undefined || this.#numberCalledAt.get(number) === instead) this.#numberCalledAt.set(number, atMs);
    });
    this.#clock = clock;
    this.#scheduled = new CachedRead(clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
  }

  /** What is known now, without a CRM call. */
  of(contactId: string): readonly Callback[] {
    return this.#ofContact.get(contactId)?.callbacks ?? [];
  }

  /**
   * The last call to the contact or to anybody with the same number, within the call pause; 0 if there was none. Makes
   * no CRM call.
   */
  calledAt(contactId: string, phone: string | null): number {
    const number = nationalNumber(phone);
    const byNumber = number === null ? undefined : this.#numberCalledAt.get(number);
    return Math.max(this.#calledAt.get(contactId) ?? 0, byNumber ?? 0);
  }

  /**
   * Notes a call to this number. After an undo, `instead` is the moment of the undone call, and `atMs` that of the call
   * before.
   */
  noteCalled(phone: string | null, atMs: number, instead?: number): void {
    const number = nationalNumber(phone);
    if (number !== null) this.#tellCalled({ number, atMs, instead });
  }

  /** True if one read could not return all overdue and recent calls: the most recent ones are not known yet. */
  get areRecentCallsCut(): boolean {
    return this.#areRecentCallsCut;
  }

  /**
   * The contact's callbacks, if the portal learned them at this moment or later, by an action or a read; else
   * undefined.
   */
  learnedSince(contactId: string, ms: number): readonly Callback[] | undefined {
    const { callbacks, asOf } = this.#ofContact.get(contactId) ?? { callbacks: [], asOf: this.#wholeAt };
    return asOf >= ms ? callbacks : undefined;
  }

  /** The contact's calls as an action found or left them. */
  learn(contactId: string, calls: readonly Callback[]): void {
    this.#tell({ contactId, calls });
  }

  #note(contactId: string, calls: readonly Callback[] | null): void {
    if (calls !== null) this.#ofContact.set(contactId, { callbacks: calls, asOf: this.#clock.now() });
    else {
      this.#ofContact.delete(contactId);
      this.#wholeAt = Number.NEGATIVE_INFINITY;
    }
  }

  /** Stores all callbacks of a contact, as the CRM had them at `askedAt`. */
  noteAll(contactId: string, callbacks: readonly Callback[], lastCallAt: number | null, askedAt: number): void {
    if ((this.#ofContact.get(contactId)?.asOf ?? 0) <= askedAt)
      this.#ofContact.set(contactId, { callbacks, asOf: askedAt });
    if (lastCallAt !== null) this.#calledAt.set(contactId, lastCallAt);
  }

  /** Marks what is known of the contact as outdated. */
  forget(contactId: string): void {
    this.#tell({ contactId, calls: null });
  }

  /** True if the CRM refuses to list callbacks: then only what actions learned is known. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<void> {
    this.#isUnknown = (await nullIfRefused(this.#scheduled.read(maxAgeMs, crmOptions))) === null;
  }

  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<object> {
    const since = crmInstant(readAt - this.#pauseMs);
    const { rows, isCut } = await this.#page.read((limit) =>
      this.#crm.query(
        coql`select Outbound_Call_Status, Who_Id, Who_Id.Phone, What_Id, Owner, Call_Start_Time from Calls
          where (Who_Id is not null and (Outbound_Call_Status in ${oneOf(OPEN_CALLS)}
            or (Outbound_Call_Status = 'Completed' and Call_Start_Time >= ${since})))
          order by Call_Start_Time asc limit ${limit}`,
        rowShape,
        crmOptions,
      ),
    );
    if (readAt < this.#readAt) return this.#ofContact;
    this.#readAt = readAt;
    const found = callbacksIn(rows.filter(isOpenCall));
    const made = rows.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed');
    this.#calledAt = lastCallsIn(made, ({ Who_Id }) => Who_Id?.id ?? null);
    const calledSince = [...this.#numberCalledAt].filter(([, atMs]) => atMs >= readAt);
    this.#numberCalledAt = lastCallsIn(made, (row) => nationalNumber(row['Who_Id.Phone']));
    for (const [number, atMs] of calledSince) this.#numberCalledAt.set(number, atMs);
    this.#areRecentCallsCut = isCut && Date.parse(rows.at(-1)?.Call_Start_Time ?? '') <= readAt;
    const later = [...this.#ofContact].filter(([, { asOf }]) => asOf > readAt);
    this.#ofContact = new Map([...found].map(([id, callbacks]) => [id, { callbacks, asOf: readAt }]));
    for (const [id, known] of later) this.#ofContact.set(id, known);
    if (!isCut) this.#wholeAt = readAt;
    return this.#ofContact;
  }
}

export function callbackIn({
  Call_Start_Time,
  Owner,
  What_Id,
}: Pick<PhoneCall, 'Call_Start_Time' | 'Owner' | 'What_Id'>): Callback {
  return { atMs: Date.parse(Call_Start_Time ?? ''), ownerId: Owner?.id ?? null, dealId: What_Id?.id ?? null };
}

/** The callback in the form of a CRM call. */
export function scheduledCallOf({ atMs, ownerId, dealId }: Callback) {
  const named = (id: string | null) => (id === null ? null : { id, name: null });
  return {
    Call_Start_Time: crmInstant(atMs),
    Owner: named(ownerId),
    What_Id: named(dealId),
    Outbound_Call_Status: 'Scheduled',
  };
}

function callbacksIn(rows: readonly Row[]): Map<string, Callback[]> {
  const found = new Map<string, Callback[]>();
  for (const row of rows) {
    const { Who_Id, Call_Start_Time } = row;
    if (Who_Id === null || Call_Start_Time === null) continue;
    found.set(Who_Id.id, [...(found.get(Who_Id.id) ?? []), callbackIn(row)]);
  }
  return found;
}

/** Expects rows sorted by time. */
function lastCallsIn(rows: readonly Row[], of: (row: Row) => string | null): Map<string, number> {
  const calls = new Map<string, number>();
  for (const row of rows) {
    const key = of(row);
    if (key !== null && row.Call_Start_Time !== null) calls.set(key, Date.parse(row.Call_Start_Time));
  }
  return calls;
}
