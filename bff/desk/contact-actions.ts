import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { nullIfClosed } from '../../crm-contract/questions.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
import { ownerChange, presentOwner } from '../crm/texts/edit-texts.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { toldPermission } from '../crm/texts/note-texts.ts';
import { actionLines, CUSTOMER_CALLED } from '../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { LeadQueue } from '../queue/lead-queue.ts';
import { dealOf, type Lead, type LeadReadContext, readContactIdOf, readLead } from '../queue/read-lead.ts';
import type { CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { type ChangeContext, isNoted, leaveActionNote, type NoteContext, noteChange } from './action-note.ts';
import { type Actor, editedMeanwhile, notPossible } from './action-request.ts';
import type { PanelContext } from './present-panel.ts';
import type { UndoableOutcomes } from './undoable.ts';
import { ownerVersionOf } from './version.ts';

type PermissionAction = Extract<CallcenterAction, { action: 'permission' }>;

interface PermissionActionContext extends LeadReadContext, ChangeContext, PanelContext {
  leadQueue: LeadQueue;
  leadEvents: LeadEvents;
  undoable: UndoableOutcomes;
}

/**
 * Records permission to call, given or withdrawn orally. The note holds the customer's words, their name and the
 * channel (decision J9). For a do-not-call contact giving permission is refused: only the customer can do that. A repeat
 * does not write the permission again, because it may have been taken back since. Only a restart between permission and
 * note loses that.
 */
export async function tellPermission(
  context: PermissionActionContext,
  crmOptions: CrmCallOptions,
  { contactId, action, value, channel, note: words, expected }: PermissionAction,
  actor: Actor,
): Promise<RefusedPart[] | undefined> {
  if (value && words === undefined) throw notPossible(API_TEXTS.outcome.permissionNeedsWords, 'note');
  const isWritten =
    context.pendingNotes.of(actor.ref) !== undefined ||
    (await nullIfClosed(isNoted(context, crmOptions, contactId, actor))) === true;
  let shown = expected;

  const { found: lead, written } = await writeGuarded(crmOptions, {
    read: (again) => readLead(context, again, contactId),
    recordIn: ({ contact }) => contact,
    decide: (now) => {
      const { Phone, portal_call_permission_at: before } = now.contact;
      if (value && context.doNotCall.covers(contactId, Phone)) throw notPossible(API_TEXTS.outcome.wantsNoCall);
      if (isWritten || value === (before !== null)) return null;
      // The CRM may return the same moment in another time zone.
      const isSame = shown === (before ?? '') || Date.parse(shown ?? '') === Date.parse(before ?? '');
      if (shown !== undefined && !isSame) throw editedMeanwhile(context, now);
      shown = before ?? '';
      return { portal_call_permission_at: value ? crmInstant(context.clock.now()) : null };
    },
    write: ({ contact }, patch, guard) => context.crm.contacts.update(contact.id, patch, crmOptions, guard),
    conflict: (now) => editedMeanwhile(context, now),
  });
  const { Full_Name: name, Owner } = lead.contact;
  if (!value) context.undoable.withdrawPermission(contactId);
  context.leadQueue.learn(contactId, { ...lead, contact: { ...lead.contact, ...written } });
  context.leadEvents.change(contactId, { what: 'details', by: actor.staff });
  const facts = toldPermission(value, name, channel);
  const lookFirst = !written || actor.mayBeRepeat;
  const noted = { contactId, action, typed: words, facts, ownerId: Owner?.id ?? null, lookFirst };
  return noteChange(context, crmOptions, noted, actor);
}

export interface OwnerContext extends LeadReadContext, ChangeContext, PanelContext {}

type OwnerAction = Extract<CallcenterAction, { action: 'setOwner' }>;

/**
 * Gives a contact another owner. Its deals keep their owners, because a deal may be somebody else's work. If somebody
 * set another owner in between, that is a conflict; other changes do not matter. Setting the present owner changes
 * nothing, but writes the missing note if an earlier attempt of this request set that owner.
 */
export async function setOwner(
  context: OwnerContext,
  crmOptions: CrmCallOptions,
  body: OwnerAction,
  actor: Actor,
): Promise<{ lead: Lead; refused: RefusedPart[] | undefined }> {
  const owner = await context.owners.find(body.value, crmOptions);
  if (!owner) throw notPossible(API_TEXTS.staff.ownerNotActive);
  let shown = body.expected;
  let facts: readonly string[] = [];
  const isStale = ({ contact }: Lead) => shown !== undefined && shown !== ownerVersionOf(contact);

  const change = writeGuarded(crmOptions, {
    read: (again) => readLead(context, again, body.contactId),
    recordIn: ({ contact }) => contact,
    decide: (now) => {
      if (body.dealId !== undefined) dealOf(now, body.dealId);
      if (now.contact.Owner?.id === owner.id) return null;
      if (isStale(now)) throw editedMeanwhile(context, now);
      shown = ownerVersionOf(now.contact);
      facts = [ownerChange(now.contact.Owner?.name ?? null, owner.name)];
      return { Owner: { id: owner.id } };
    },
    write: ({ contact }, patch, guard) => context.crm.contacts.update(contact.id, patch, crmOptions, guard),
    conflict: (now) => editedMeanwhile(context, now),
  });
  const { found: lead, written } = await context.pendingNotes.keptIfUnknown(actor.ref, change, () => ({ facts }));

  const presentState = isStale(lead) || body.note !== undefined ? [presentOwner(owner.name)] : undefined;
  const noted = written ? facts : (context.pendingNotes.of(actor.ref)?.facts ?? presentState);
  const { contactId, action, note: typed, value: ownerId } = body;
  const about = { contactId, action, typed, ownerId, lookFirst: !written };
  const refused = noted && (await noteChange(context, crmOptions, { ...about, facts: noted }, actor));
  return { lead: { ...lead, contact: { ...lead.contact, Owner: owner } }, refused };
}

type NoteAction = Extract<CallcenterAction, { action: 'note' }>;

/** Writes a note without an outcome on any contact: one CRM call, and one more if a deal is named (decision I11). */
export async function leavePlainNote(
  context: NoteContext & { crm: CrmClient },
  crmOptions: CrmCallOptions,
  { contactId, dealId, action, note, inbound }: NoteAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<void> {
  if (dealId !== undefined && (await readContactIdOf(context, crmOptions, dealId)) !== contactId) {
    throw new ProblemError('not_found');
  }
  const facts = inbound ? [CUSTOMER_CALLED] : [];
  const lines = actionLines({ note, facts, staff: staff?.name ?? null, dealName: null });
  try {
    await leaveActionNote(context, crmOptions, { contactId, action, lines, ref, lookFirst: mayBeRepeat });
  } catch (error) {
    // The CRM refuses a note whose parent does not exist.
    if (error instanceof CrmError && error.sent !== 'unknown' && ['invalid', 'not_found'].includes(error.kind)) {
      throw new ProblemError('not_found', { cause: error });
    }
    throw error;
  }
}
