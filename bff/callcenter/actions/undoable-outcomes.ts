import type { Call } from '../../../crm-contract/shapes/call.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import { boundedCache } from '../../access/bounded-cache.ts';
import type { Clock } from '../../crm/clock.ts';
import type { DealFields } from '../../quote/found-deal.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';

/** How long an outcome can be undone. */
export const UNDO_MS = 10 * 60_000;

/** A call that an outcome created or changed. */
export interface TouchedCall {
  id: string;
  before: Call | null;
  /** The CRM cannot reopen a completed call. */
  isCompleted: boolean;
}

/** What an outcome may change of a deal. */
export type OutcomeField = 'Stage' | 'survey1_client_visible';

export interface UndoableOutcome {
  atMs: number;
  dealId: string;
  action: CallOutcome;
  /** The previous values of the changed fields. */
  deal: DealFields | null;
  /** The values written; a different value now is somebody else's. */
  after: Pick<Deal, OutcomeField>;
  addedTag: string | null;
  clearedPermission: string | null;
  calls: readonly TouchedCall[];
  removedCalls: readonly Call[];
  /** Calls scheduled again by an undo that failed half-way, so that a retry does not do it twice. */
  scheduledAnew: Set<string>;
}

/** The last outcome of each contact, with what its undo needs. In memory of this process. */
export class UndoableOutcomes {
  readonly #clock: Clock;
  readonly #last = boundedCache<string, UndoableOutcome>(5_000);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(contactId: string, outcome: Omit<UndoableOutcome, 'atMs'>): void {
    this.#last.set(contactId, { ...outcome, atMs: this.#clock.now() });
  }

  of(contactId: string, dealId: string): UndoableOutcome | undefined {
    const outcome = this.#last.get(contactId);
    const isLate = outcome && this.#clock.now() - outcome.atMs >= UNDO_MS;
    return outcome && !isLate && outcome.dealId === dealId ? outcome : undefined;
  }

  forget(contactId: string): void {
    this.#last.delete(contactId);
  }
}
