import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { ProblemError } from '../../http/problems.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import { readContactIdOf } from '../read-lead.ts';
import { leaveNote, type NoteContext } from './action-note.ts';
import type { Actor } from './action-request.ts';

type NoteAction = Extract<CallcenterAction, { action: 'note' }>;

/** A note that belongs to no outcome, on anybody's contact: one CRM call, and one more when a deal is named (decision I11). */
export async function leavePlainNote(
  context: NoteContext & { crm: CrmClient },
  crmOptions: CrmCallOptions,
  { contactId, dealId, action, note }: NoteAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<void> {
  if (dealId !== undefined && (await readContactIdOf(context, crmOptions, dealId)) !== contactId) {
    throw new ProblemError('not_found');
  }
  const lines = actionLines({ note, facts: [], staff: staff?.name ?? null, dealName: null });
  try {
    await leaveNote(context, crmOptions, { contactId, action, lines, ref, lookFirst: mayBeRepeat });
  } catch (error) {
    // The CRM refuses a note to a parent that does not exist.
    if (error instanceof CrmError && error.sent !== 'unknown' && ['invalid', 'not_found'].includes(error.kind)) {
      throw new ProblemError('not_found', { cause: error });
    }
    throw error;
  }
}
