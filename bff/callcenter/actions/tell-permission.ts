import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { crmInstant } from '../../crm/texts/moments.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { toldPermission } from '../../crm/texts/permission-texts.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { CallcenterAction, RefusedPart } from '../../view-models/callcenter-action.ts';
import type { LeadQueue } from '../lead-queue.ts';
import { type LeadReadContext, readLead } from '../read-lead.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

type PermissionAction = Extract<CallcenterAction, { action: 'permission' }>;

export interface PermissionContext extends LeadReadContext, ChangeContext {
  leadQueue: LeadQueue;
}

/**
 * Permission to call that was given or taken back by word of mouth, with the customer's words, their name and how it was
 * said in a note (decision J9). Never of somebody who does not want to be called: they would have to say so themselves.
 */
export async function tellPermission(
  context: PermissionContext,
  crmOptions: CrmCallOptions,
  { contactId, action, value, channel, note: words }: PermissionAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<RefusedPart[] | undefined> {
  if (value && words === undefined) throw notPossible(API_TEXTS.outcome.permissionNeedsWords, 'note');
  const lead = await readLead(context, crmOptions, contactId);
  if (value && context.doNotCall.covers(contactId, lead.contact.Phone))
    throw notPossible(API_TEXTS.outcome.permissionOfNobody);
  const { portal_call_permission_at: before, Full_Name: name, Owner } = lead.contact;
  const at = value ? crmInstant(context.clock.now()) : null;
  if (value || before !== null)
    await context.crm.contacts.update(contactId, { portal_call_permission_at: at }, crmOptions);
  context.leadQueue.learn(contactId, { ...lead, contact: { ...lead.contact, portal_call_permission_at: at } });
  const facts = toldPermission(value, name, channel);
  const lines = actionLines({ note: words, facts, staff: staff?.name ?? null, dealName: null });
  const text = { contactId, action, lines, ref, lookFirst: mayBeRepeat };
  const refused = await noteChange(context, crmOptions, text, { typed: words, facts, ownerId: Owner?.id ?? null });
  return refused;
}
