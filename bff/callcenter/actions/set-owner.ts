import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { writeGuarded } from '../../crm/guarded-write.ts';
import { ownerChange, standingOwner } from '../../crm/texts/edit-texts.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { CallcenterAction, RefusedPart } from '../../view-models/callcenter-action.ts';
import type { PanelContext } from '../present-contact.ts';
import { dealOf, type Lead, type LeadReadContext, readLead } from '../read-lead.ts';
import { ownerVersionOf } from '../version.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { editedMeanwhile, notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

export interface OwnerContext extends LeadReadContext, ChangeContext, PanelContext {}

type OwnerAction = Extract<CallcenterAction, { action: 'setOwner' }>;

/**
 * Gives a contact another owner; its deals keep theirs, as a deal may be somebody else's work. Guarded: an owner set
 * meanwhile is not overwritten, other changes do not matter. Setting the present owner changes nothing; if an earlier
 * attempt of this press set it, its missing note is left now.
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

  const { found: lead, written } = await writeGuarded(crmOptions, {
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
  }).catch((error: unknown) => {
    if (error instanceof CrmError && error.sent === 'unknown') context.pendingNotes.add(actor.ref, facts);
    throw error;
  });

  const standing = isStale(lead) || body.note !== undefined ? [standingOwner(owner.name)] : undefined;
  const noted = written ? facts : (context.pendingNotes.of(actor.ref) ?? standing);
  const refused = noted && (await noteOwner(context, crmOptions, body, actor, noted, !written));
  return { lead: { ...lead, contact: { ...lead.contact, Owner: owner } }, refused };
}

async function noteOwner(
  context: OwnerContext,
  crmOptions: CrmCallOptions,
  body: OwnerAction,
  { staff, ref }: Actor,
  facts: readonly string[],
  lookFirst: boolean,
): Promise<RefusedPart[] | undefined> {
  const lines = actionLines({ note: body.note, facts, staff: staff?.name ?? null, dealName: null });
  const note = { contactId: body.contactId, action: body.action, lines, ref, lookFirst };
  return noteChange(context, crmOptions, note, { typed: body.note, facts, ownerId: body.value });
}
