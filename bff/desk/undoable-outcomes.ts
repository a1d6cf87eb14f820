import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { CallOutcome } from '../view-models/callcenter.ts';
import { LastUndoable } from './last-undoable.ts';

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
  scheduledAnew: string[];
  /** The reference of the first attempt to undo it. */
  undoRef?: string;
}

/** Notes a call of an outcome for its undo, once. */
export function touch({ calls }: UndoableOutcome, call: TouchedCall): void {
  if (!calls.some(({ id }) => id === call.id)) calls.push(call);
}

/** The last outcome of each contact, with what its undo needs. */
export class UndoableOutcomes extends LastUndoable<UndoableOutcome> {
  readonly #begun = boundedCache<string, UndoableOutcome>(5_000);

  constructor(clock: Clock, store: SharedStore) {
    super(clock, store, { topic: 'outcome to undo', most: 5_000 });
  }

  /** An outcome that is about to be recorded, under the reference of its press. */
  begin(ref: string, known: Omit<UndoableOutcome, 'begunAtMs' | 'ref'>): UndoableOutcome {
    const outcome = { ...known, ref, begunAtMs: this.clock.now() };
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
  override keep(contactId: string, outcome: UndoableOutcome): void {
    const last = this.last(contactId);
    if (last && (last === outcome || last.begunAtMs > outcome.begunAtMs)) return;
    super.keep(contactId, outcome);
  }
}
