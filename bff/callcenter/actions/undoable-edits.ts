import type { Clock } from '../../crm/clock.ts';
import type { DealFields } from '../../quote/found-deal.ts';
import { boundedCache } from '../../shared-store/bounded-cache.ts';
import type { SharedStore } from '../../shared-store/shared-store.ts';
import { UNDOABLE_EDITS, type UndoableEditName } from '../../view-models/callcenter.ts';
import { UNDO_MS } from './undoable-outcomes.ts';

/** An edit of a quote with what it wrote, and what stood there before. */
export interface UndoableEdit {
  /** The reference of the press that it was made by. */
  ref: string;
  dealId: string;
  action: UndoableEditName;
  before: DealFields;
  after: DealFields;
  /** The reference of the first attempt to undo it. */
  undoRef?: string;
}

interface SharedEdit {
  contactId: string;
  atMs: number;
  edit: UndoableEdit | null;
}

export function isUndoableEdit(action: string): action is UndoableEditName {
  return UNDOABLE_EDITS.some((each) => each === action);
}

/** The last such edit of each contact, for ten minutes. In memory, here and in the other processes. */
export class UndoableEdits {
  readonly #clock: Clock;
  readonly #last = boundedCache<string, { edit: UndoableEdit; atMs: number }>(1_000);
  readonly #store: SharedStore;

  constructor(clock: Clock, store: SharedStore) {
    this.#clock = clock;
    this.#store = store;
    store.subscribe('edit to undo', (message) => this.#receive(message as SharedEdit));
  }

  keep(contactId: string, edit: UndoableEdit): void {
    const shared: SharedEdit = { contactId, atMs: this.#clock.now(), edit };
    this.#receive(shared);
    this.#store.publish('edit to undo', shared);
  }

  of(contactId: string, dealId: string): { edit: UndoableEdit; untilMs: number } | undefined {
    const last = this.#last.get(contactId);
    if (last?.edit.dealId !== dealId) return undefined;
    const untilMs = last.atMs + UNDO_MS;
    return this.#clock.now() < untilMs ? { edit: last.edit, untilMs } : undefined;
  }

  forget(contactId: string): void {
    const shared: SharedEdit = { contactId, atMs: 0, edit: null };
    this.#receive(shared);
    this.#store.publish('edit to undo', shared);
  }

  #receive({ contactId, atMs, edit }: SharedEdit): void {
    if (edit === null) this.#last.delete(contactId);
    else this.#last.set(contactId, { edit, atMs });
  }
}
