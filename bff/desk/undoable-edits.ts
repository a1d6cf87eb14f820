import type { Clock } from '../crm/clock.ts';
import type { DealFields } from '../quote/found-deal.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { UNDOABLE_EDITS, type UndoableEditName } from '../view-models/callcenter.ts';
import { LastUndoable } from './last-undoable.ts';

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

export function isUndoableEdit(action: string): action is UndoableEditName {
  return UNDOABLE_EDITS.some((each) => each === action);
}

/** The last such edit of each contact. */
export class UndoableEdits extends LastUndoable<UndoableEdit> {
  constructor(clock: Clock, store: SharedStore) {
    super(clock, store, { topic: 'edit to undo', most: 1_000 });
  }
}
