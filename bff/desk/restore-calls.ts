import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { AGREED_CALL_SUBJECT } from '../crm/texts/outcome-texts.ts';
import { isOpen } from './callback-records.ts';
import type { TouchedCall, UndoableOutcome } from './undoable-outcomes.ts';

/** What was done to a contact's calls is undone: those it created or changed, and those it removed. */
export async function restoreCalls(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
  outcome: UndoableOutcome,
): Promise<void> {
  for (const call of outcome.calls) await restoreCall(context, crmOptions, contactId, outcome, call);
  for (const call of outcome.removedCalls) await scheduleAgain(context, crmOptions, contactId, outcome, call);
}

/** A call that the outcome created is deleted, one that it moved is moved back, one that it completed is scheduled again. */
async function restoreCall(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
  outcome: UndoableOutcome,
  { id, before, isCompleted }: TouchedCall,
): Promise<void> {
  const { calls } = context.crm;
  if (before?.Call_Start_Time && !isCompleted) {
    const { Call_Start_Time, Description, Owner } = before;
    const owner = Owner ? { Owner: { id: Owner.id } } : {};
    await calls.update(id, { Call_Start_Time, Description: Description ?? '', ...owner }, crmOptions);
    return;
  }
  if (before) await scheduleAgain(context, crmOptions, contactId, outcome, before);
  try {
    await calls.remove(id, crmOptions);
  } catch (error) {
    // Deleted already by an earlier attempt.
    if (!(error instanceof CrmError) || error.kind !== 'not_found') throw error;
  }
}

async function scheduleAgain(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
  { scheduledAnew, calls: touched }: UndoableOutcome,
  call: PhoneCall,
): Promise<void> {
  const { Subject, Call_Start_Time, Description, What_Id, Owner } = call;
  if (!Call_Start_Time || scheduledAnew.includes(call.id)) return;
  const { calls } = context.crm;
  const isThis = (each: PhoneCall) =>
    isOpen(each) &&
    touched.every(({ id }) => id !== each.id) &&
    Date.parse(each.Call_Start_Time ?? '') === Date.parse(Call_Start_Time) &&
    (each.What_Id?.id ?? null) === (What_Id?.id ?? null) &&
    (each.Description ?? '') === (Description ?? '');
  const find = async (asked: CrmCallOptions) => (await calls.listFor(contactId, asked)).filter(isThis);
  const fields = {
    Outbound_Call_Status: 'Scheduled',
    Subject: Subject ?? AGREED_CALL_SUBJECT,
    Call_Start_Time,
    Description: Description ?? '',
    Who_Id: { id: contactId },
    ...(What_Id && { What_Id: { id: What_Id.id } }),
    ...(Owner && { Owner: { id: Owner.id } }),
  } as const;
  await createOnce(context.background, crmOptions, {
    write: () => calls.create(fields, crmOptions),
    find,
    remove: calls.remove,
  });
  scheduledAnew.push(call.id);
}
