import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { removeCalls } from '../crm/planned-calls.ts';
import { AGREED_CALL_SUBJECT, refIn } from '../crm/texts/outcome-texts.ts';
import { isScheduled } from './call-records.ts';
import type { TouchedCall, UndoableOutcome } from './undoable.ts';

/**
 * The contact, and the deal if it is declined after the undo, because nobody calls about a declined deal (decision J8).
 */
interface RestoredFor {
  contactId: string;
  declinedId: string | null;
}

/**
 * Undoes what the outcome did to a contact's calls: those it created or changed, and those it removed. Leaves a
 * scheduled call that somebody changed since, and returns whether there is one. While such a call is still to be made,
 * schedules no other again, so that nobody is called twice.
 */
export async function restoreCalls(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  to: RestoredFor,
  outcome: UndoableOutcome,
): Promise<boolean> {
  const isPlanning = outcome.calls.some(({ planned }) => planned);
  const present = isPlanning ? await context.crm.calls.listFor(to.contactId, crmOptions) : [];
  const nowOf = ({ id }: TouchedCall) => present.find((call) => call.id === id);
  const left = outcome.calls.filter((each) => each.planned && isChangedSince(each, nowOf(each), outcome.ref));
  const isStillToCome = left.map(nowOf).some((now) => now && isScheduled(now));
  for (const touched of outcome.calls) {
    if (left.includes(touched)) continue;
    if (isStillToCome) await removeCalls(context, crmOptions, [touched]);
    else await restoreCall(context, crmOptions, to, outcome, touched);
  }
  if (!isStillToCome) {
    for (const call of outcome.removedCalls) await scheduleAgain(context, crmOptions, to, outcome, call);
  }
  return left.length > 0;
}

/** Whether a scheduled call is neither as the outcome left it nor as it was before. */
function isChangedSince({ before, planned }: TouchedCall, now: PhoneCall | undefined, ref: string): boolean {
  // A call that the outcome created may be gone.
  if (!now) return before !== null;
  const isAt = (ms: number) => Date.parse(now.Call_Start_Time ?? '') === ms;
  const isOf = (ownerId: string | null | undefined) => !ownerId || now.Owner?.id === ownerId;
  const isOurs = planned && refIn(now.Description) === ref && isAt(planned.atMs) && isOf(planned.ownerId);
  const isBefore = before && isAt(Date.parse(before.Call_Start_Time ?? '')) && isOf(before.Owner?.id);
  return !isScheduled(now) || !(isOurs || isBefore);
}

/** Deletes a call that the outcome created, moves back one that it moved, and schedules again one that it completed. */
async function restoreCall(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  to: RestoredFor,
  outcome: UndoableOutcome,
  { id, before, planned }: TouchedCall,
): Promise<void> {
  const { calls } = context.crm;
  if (before?.Call_Start_Time && planned) {
    const { Call_Start_Time, Description, Owner } = before;
    const owner = Owner ? { Owner: { id: Owner.id } } : {};
    await calls.update(id, { Call_Start_Time, Description: Description ?? '', ...owner }, crmOptions);
    return;
  }
  if (before) await scheduleAgain(context, crmOptions, to, outcome, before);
  // An earlier attempt may have deleted it already.
  await removeCalls(context, crmOptions, [{ id }]);
}

async function scheduleAgain(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  { contactId, declinedId }: RestoredFor,
  { scheduledAnew, calls: touched }: UndoableOutcome,
  call: PhoneCall,
): Promise<void> {
  const { Subject, Call_Start_Time, Description, What_Id, Owner } = call;
  if (!Call_Start_Time || scheduledAnew.includes(call.id)) return;
  if (declinedId !== null && What_Id?.id === declinedId) return;
  const { calls } = context.crm;
  const isThis = (each: PhoneCall) =>
    isScheduled(each) &&
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
