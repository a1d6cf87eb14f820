import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { ProblemError } from '../../http/problems.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import { leaveNote, type NoteContext } from './action-note.ts';
import type { Actor } from './action-request.ts';

type NoteAction = Extract<CallcenterAction, { action: 'note' }>;

/** A note that belongs to no outcome, on anybody's contact: one CRM call (decision I11). */
export async function leavePlainNote(
  context: NoteContext,
  crmOptions: CrmCallOptions,
  { contactId, action, note }: NoteAction,
  { staff, mark }: Actor,
): Promise<void> {
  const lines = actionLines({ note, facts: [], staff: staff?.name ?? null, dealName: null });
  try {
    await leaveNote(context, crmOptions, { contactId, action, lines, mark, lookFirst: false });
  } catch (error) {
    // The CRM refuses a note to a parent that does not exist.
    if (error instanceof CrmError && error.sent !== 'unknown' && ['invalid', 'not_found'].includes(error.kind)) {
      throw new ProblemError('not_found', { cause: error });
    }
    throw error;
  }
}
