import type { PhoneCall } from '../../../crm-contract/shapes/call.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import type { Clock } from '../../crm/clock.ts';
import { boundedCache } from '../../shared-store/bounded-cache.ts';
import type { SharedStore } from '../../shared-store/shared-store.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';

/** How long an outcome or an edit can be undone. */
export const UNDO_MS = 10 * 60_000;

/** A call that an outcome created or changed. */
export interface TouchedCall {
  id: string;
  before: PhoneCall | null;
  /** The CRM cannot reopen a completed call. */
  isCompleted: boolean;
}

/** What an outcome may change of a deal. */
export type OutcomeField = 'Stage' | 'survey1_client_visible' | 'portal_declined_at';

/**
 * What the undo of an outcome needs. Filled as the outcome's writes succeed: one that failed half-way is undone as far as
 * it came.
 */
export interface UndoableOutcome {
  begunAtMs: number;
  /** The reference of the press that it was recorded by. */
  ref: string;
  dealId: string;
  action: CallOutcome;
  /** The previous values of the fields that the outcome writes. */
  before: Partial<Pick<Deal, OutcomeField>>;
  /** The values that it writes; a different value later is somebody else's. */
  after: Partial<Pick<Deal, OutcomeField>>;
  /** Whether the customer had agreed by then. */
  wasApproved: boolean;
  addedTag: string | null;
  clearedPermission: string | null;
  calls: TouchedCall[];
  removedCalls: PhoneCall[];
  /** Calls scheduled again by an undo that failed half-way, so that a retry does not do it twice. */
  scheduledAnew: Set<string>;
  /** The reference of the first attempt to undo it. */
  undoRef?: string;
}

/** The outcome that can be undone, and until when. */
export interface LastOutcome {
  outcome: UndoableOutcome;
  untilMs: number;
}

interface SharedUndo {
  contactId: string;
  atMs: number;
  outcome: (Omit<UndoableOutcome, 'scheduledAnew'> & { scheduledAnew: string[] }) | null;
}

/** Notes a call of an outcome for its undo, once. */
export function touch({ calls }: UndoableOutcome, call: TouchedCall): void {
  if (!calls.some(({ id }) => id === call.id)) calls.push(call);
}

/** The last outcome of each contact, with what its undo needs. In memory, here and in the other processes. */
export class UndoableOutcomes {
  readonly #clock: Clock;
  readonly #begun = boundedCache<string, UndoableOutcome>(5_000);
  readonly #last = boundedCache<string, { outcome: UndoableOutcome; atMs: number }>(5_000);
  readonly #store: SharedStore;

  constructor(clock: Clock, store: SharedStore) {
    this.#clock = clock;
    this.#store = store;
    store.subscribe('outcome to undo', (message) => this.#receive(message as SharedUndo));
  }

  /** An outcome that is about to be recorded, under the reference of its press. */
  begin(ref: string, known: Omit<UndoableOutcome, 'begunAtMs' | 'ref'>): UndoableOutcome {
    const outcome = { ...known, ref, begunAtMs: this.#clock.now() };
    this.#begun.set(ref, outcome);
    return outcome;
  }

  /** What an earlier attempt of the same press began. */
  begunBy(ref: string): UndoableOutcome | undefined {
    return this.#begun.get(ref);
  }

  /**
   * From now on this is the contact's last outcome, even if not all of it was recorded; a late repeat replaces no newer
   * one.
   */
  keep(contactId: string, outcome: UndoableOutcome): void {
    const last = this.#last.get(contactId);
    if (last && (last.outcome === outcome || last.outcome.begunAtMs > outcome.begunAtMs)) return;
    this.#last.set(contactId, { outcome, atMs: this.#clock.now() });
    this.share(contactId);
  }

  of(contactId: string, dealId: string): LastOutcome | undefined {
    const last = this.#last.get(contactId);
    if (last?.outcome.dealId !== dealId) return undefined;
    const untilMs = last.atMs + UNDO_MS;
    return this.#clock.now() < untilMs ? { outcome: last.outcome, untilMs } : undefined;
  }

  /** Tells the other processes how far it is by now. */
  share(contactId: string): void {
    const last = this.#last.get(contactId);
    if (!last) return;
    const { outcome, atMs } = last;
    const shared = { ...outcome, scheduledAnew: [...outcome.scheduledAnew] };
    this.#store.publish('outcome to undo', { contactId, atMs, outcome: shared } satisfies SharedUndo);
  }

  forget(contactId: string): void {
    this.#last.delete(contactId);
    this.#store.publish('outcome to undo', { contactId, atMs: 0, outcome: null } satisfies SharedUndo);
  }

  #receive({ contactId, atMs, outcome }: SharedUndo): void {
    if (outcome === null) this.#last.delete(contactId);
    else this.#last.set(contactId, { atMs, outcome: { ...outcome, scheduledAnew: new Set(outcome.scheduledAnew) } });
  }
}
