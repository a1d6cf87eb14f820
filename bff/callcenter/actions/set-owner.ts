import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { ownerChange, standingOwner } from '../../crm/texts/edit-texts.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import type { PendingNotes } from '../pending-notes.ts';
import type { PanelContext } from '../present-contact.ts';
import { dealOf, type Lead, type LeadReadContext, readLead } from '../read-lead.ts';
import { ownerVersionOf } from '../version.ts';
import { type NoteContext, noteChange } from './action-note.ts';
import { editedMeanwhile, notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

export interface OwnerContext extends LeadReadContext, NoteContext, PanelContext {
  pendingNotes: PendingNotes;
}

type OwnerAction = Extract<CallcenterAction, { action: 'setOwner' }>;

const TRIES = 2;

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
): Promise<Lead> {
  const owner = await context.owners.find(body.value, crmOptions);
  if (!owner) throw notPossible(API_TEXTS.staff.ownerNotActive);
  let shown = body.expected;
  let lost: CrmError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const lead = await readLead(context, crmOptions, body.contactId).catch((error) => {
      // When even checking the result fails, the error of the write itself is reported.
      throw lost && error instanceof CrmError ? lost : error;
    });
    const { contact } = lead;
    if (body.dealId !== undefined) dealOf(lead, body.dealId);
    const isStale = shown !== undefined && shown !== ownerVersionOf(contact);
    if (contact.Owner?.id === owner.id) {
      const missing =
        context.pendingNotes.of(actor.mark) ??
        (isStale || body.note !== undefined ? [standingOwner(owner.name)] : null);
      if (missing) await noteOwner(context, crmOptions, body, actor, missing, true);
      return lead;
    }
    if (isStale) throw editedMeanwhile(context, lead);
    shown = ownerVersionOf(contact);
    const facts = [ownerChange(contact.Owner?.name ?? null, owner.name)];
    const guard = contact.Modified_Time === null ? {} : { unmodifiedSince: contact.Modified_Time };
    try {
      await context.crm.contacts.update(contact.id, { Owner: { id: owner.id } }, crmOptions, guard);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      if (error.sent === 'unknown') {
        lost = error;
        context.pendingNotes.add(actor.mark, facts);
      }
      if ((error.kind !== 'conflict' && !lost) || attempt === TRIES) throw error;
      continue;
    }
    await noteOwner(context, crmOptions, body, actor, facts, false);
    return { ...lead, contact: { ...contact, Owner: owner } };
  }
}

async function noteOwner(
  context: OwnerContext,
  crmOptions: CrmCallOptions,
  body: OwnerAction,
  { staff, mark }: Actor,
  facts: readonly string[],
  lookFirst: boolean,
): Promise<void> {
  const lines = actionLines({ note: body.note, facts, staff: staff?.name ?? null, dealName: null });
  await noteChange(context, crmOptions, { contactId: body.contactId, action: body.action, lines, mark, lookFirst });
}
