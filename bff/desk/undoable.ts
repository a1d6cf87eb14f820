import type { LRUCache } from 'lru-cache';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Clock } from '../crm/clock.ts';
import type { DealFields } from '../quote/found-deal.ts';
import { boundedCache, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';
import { UNDOABLE_EDITS, type UndoableEditName } from '../view-models/callcenter.ts';

/** How long an outcome or an edit can be undone. */
const UNDO_MS = 10 * 60_000;

interface Shared<T> {
  contactId: string;
  atMs: number;
  /** Missing after an undo. A process of another version may send it under another name. */
  done?: T;
}

/**
 * The last undoable action on each contact, as plain data, for ten minutes. Kept in memory, here and in the other
 * processes, which receive it under `topic`.
 */
class LastUndoable<T extends { dealId: string }> {
  protected readonly clock: Clock;
  readonly #last: LRUCache<string, { done: T; atMs: number }>;
  readonly #tell: (shared: Shared<T>) => void;

  constructor(clock: Clock, store: SharedStore, { topic, most }: { topic: string; most: number }) {
    this.clock = clock;
    this.#last = boundedCache(most);
    this.#tell = toAll(store, topic, ({ contactId, atMs, done }) => {
      if (done) this.#last.set(contactId, { done, atMs });
      else this.#last.delete(contactId);
    });
  }

  /** What can be undone for this deal, and until when. */
  of(contactId: string, dealId: string): { done: T; untilMs: number } | undefined {
    const last = this.#last.get(contactId);
    if (last?.done.dealId !== dealId) return undefined;
    const untilMs = last.atMs + UNDO_MS;
    return this.clock.now() < untilMs ? { done: last.done, untilMs } : undefined;
  }

  keep(contactId: string, done: T): void {
    this.#tell({ contactId, done, atMs: this.clock.now() });
  }

  /** Publishes the present progress to the other processes. */
  share(contactId: string): void {
    const last = this.#last.get(contactId);
    if (last) this.#tell({ contactId, ...last });
  }

  forget(contactId: string): void {
    this.#tell({ contactId, atMs: 0 });
  }

  /** The contact's last action, for any deal and however long ago. */
  protected last(contactId: string): T | undefined {
    return this.#last.get(contactId)?.done;
  }
}

/** An edit of a quote: what it wrote, and the previous values. */
export interface UndoableEdit {
  /** The reference of the request that made it. */
  ref: string;
  dealId: string;
  action: UndoableEditName;
  before: DealFields;
  after: DealFields;
  /** The reference of the first attempt to undo it. */
  undoRef?: string;
}

export function isUndoableEdit(action: string): action is UndoableEditName {
  return UNDOABLE_EDITS.some((each) => each === action);
}

export class UndoableEdits extends LastUndoable<UndoableEdit> {
  constructor(clock: Clock, store: SharedStore) {
    super(clock, store, { topic: 'edit to undo', most: 1_000 });
  }
}

/** A call that an outcome created or changed. */
export interface TouchedCall {
  id: string;
  before: PhoneCall | null;
  /** As the outcome scheduled it, to recognise later changes; null if it completed the call, which the CRM cannot reopen. */
  planned: PlannedCall | null;
}

/** The moment of a scheduled call, and its owner; null if anybody may make it, or if the CRM chooses the owner. */
export interface PlannedCall {
  atMs: number;
  ownerId: string | null;
}

export type OutcomeField = 'Stage' | 'survey1_client_visible' | 'portal_declined_at';

/**
 * What the undo of an outcome needs. Filled as the outcome's writes succeed, so that a partly failed one can be undone
 * too.
 */
export interface UndoableOutcome {
  begunAtMs: number;
  /** The reference of the request that recorded it. */
  ref: string;
  dealId: string;
  action: CallOutcome;
  /** The previous values of the fields that the outcome writes. */
  before: Partial<Pick<Deal, OutcomeField>>;
  /** The values that it writes; a different value later was set by somebody else. */
  after: Partial<Pick<Deal, OutcomeField>>;
  /** Whether the customer had agreed before the outcome. */
  wasApproved: boolean;
  /** When the outcome's own call was made, and the last call to the number before it. */
  called?: { atMs: number; beforeMs: number };
  addedTag: string | null;
  clearedPermission: string | null;
  /** Somebody withdrew the permission after the outcome cleared it. The CRM does not show that: the field was empty. */
  isPermissionWithdrawn?: boolean;
  calls: TouchedCall[];
  removedCalls: PhoneCall[];
  /** Calls that a partly failed undo scheduled again, so that a retry does not do it twice. */
  scheduledAnew: string[];
  /** The reference of the first attempt to undo it. */
  undoRef?: string;
}

/** Adds a call to an outcome for its undo, once. */
export function touch({ calls }: UndoableOutcome, call: TouchedCall): void {
  if (!calls.some(({ id }) => id === call.id)) calls.push(call);
}

/** The last outcome of each contact, with what its undo needs. */
export class UndoableOutcomes extends LastUndoable<UndoableOutcome> {
  readonly #begun = boundedCache<string, UndoableOutcome>(5_000);

  constructor(clock: Clock, store: SharedStore) {
    super(clock, store, { topic: 'outcome to undo', most: 5_000 });
  }

  /** Registers an outcome that is about to be recorded, under the reference of its request. */
  begin(ref: string, known: Omit<UndoableOutcome, 'begunAtMs' | 'ref'>): UndoableOutcome {
    const outcome = { ...known, ref, begunAtMs: this.clock.now() };
    this.#begun.set(ref, outcome);
    return outcome;
  }

  /** The outcome that an earlier attempt of the same request began. */
  begunBy(ref: string): UndoableOutcome | undefined {
    return this.#begun.get(ref);
  }

  /** The permission to call was withdrawn: an undo of the last outcome does not give it back. */
  withdrawPermission(contactId: string): void {
    const last = this.last(contactId);
    if (!last?.clearedPermission) return;
    last.isPermissionWithdrawn = true;
    this.share(contactId);
  }

  /**
   * Makes this the contact's last outcome, even if it was recorded in part. A late repeat does not replace a newer one.
   */
  override keep(contactId: string, outcome: UndoableOutcome): void {
    const last = this.last(contactId);
    if (last && (last === outcome || last.begunAtMs > outcome.begunAtMs)) return;
    super.keep(contactId, outcome);
  }
}
