import type { CallContext } from '../../../crm-contract/call-context.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import type { Context } from '../../context.ts';
import { actionLines } from '../../crm-fields/outcome-texts.ts';
import type { Owner } from '../../view-models/admin.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import { type Lead, readLead } from '../read-lead.ts';
import { ownerVersionOf } from '../version.ts';
import { noteChange } from './action-note.ts';
import { editedMeanwhile, notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

type OwnerAction = Extract<CallcenterAction, { action: 'setOwner' }>;

const TRIES = 2;

/**
 * Gives a contact another owner: the contact alone, since a deal may be somebody else's work. Guarded: who changed the
 * owner meanwhile is not overruled, what else changed on the contact does not matter.
 */
export async function setOwner(context: Context, call: CallContext, body: OwnerAction, actor: Actor): Promise<Lead> {
  const owner = await context.owners.find(body.value, call);
  if (!owner) throw notPossible('Deze eigenaar is geen actieve gebruiker in het CRM.');
  let shown = body.expected;
  /** Whose it was before a write of ours that may have come through. */
  let before: string | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const lead = await readLead(context, call, body.contactId);
    const { contact } = lead;
    if (contact.Owner?.id === owner.id) {
      if (before !== null) await noteOwner(context, call, body, actor, before, owner);
      return lead;
    }
    if (shown !== undefined && shown !== ownerVersionOf(contact)) throw editedMeanwhile(context, lead);
    shown = ownerVersionOf(contact);
    const guard = contact.Modified_Time === null ? {} : { unmodifiedSince: contact.Modified_Time };
    try {
      await context.crm.contacts.update(contact.id, { Owner: { id: owner.id } }, call, guard);
    } catch (error) {
      const isKnown = error instanceof CrmError && (error.kind === 'conflict' || error.sent === 'unknown');
      if (!isKnown || attempt === TRIES) throw error;
      if (error.sent === 'unknown') before = contact.Owner?.name ?? 'niemand';
      continue;
    }
    await noteOwner(context, call, body, actor, contact.Owner?.name ?? 'niemand', owner);
    return { ...lead, contact: { ...contact, Owner: owner } };
  }
}

async function noteOwner(
  context: Context,
  call: CallContext,
  body: OwnerAction,
  { staff, mark }: Actor,
  before: string,
  owner: Owner,
): Promise<void> {
  const facts = [`Eigenaar: ${before} → ${owner.name}`];
  const lines = actionLines({ note: body.note, facts, staff: staff?.name ?? null, dealName: null });
  await noteChange(context, call, { contactId: body.contactId, action: body.action, lines, mark });
}
