import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { detailLines } from '../../crm/texts/edit-texts.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import { ProblemError } from '../../http/problems.ts';
import { type CallcenterAction, CONTACT_DETAILS, type ContactDetail } from '../../view-models/callcenter-action.ts';
import type { LeadReadContext } from '../read-lead.ts';
import { detailsVersionOf } from '../version.ts';
import { type NoteContext, noteChange } from './action-note.ts';
import { notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

type DetailsAction = Extract<CallcenterAction, { action: 'set-contact-details' }>;

export interface DetailsContext extends LeadReadContext, NoteContext {}

/**
 * Corrects a contact's name, phone, e-mail or address: read, one guarded write of what differs, a note with both values
 * (decision I11). An edit in between is never overwritten.
 */
export async function setContactDetails(
  context: DetailsContext,
  crmOptions: CrmCallOptions,
  body: DetailsAction,
  { staff, mark, mayBeRepeat }: Actor,
): Promise<void> {
  const contact = await context.crm.contacts.read(body.contactId, crmOptions);
  if (!contact) throw new ProblemError('not_found');
  const asked = CONTACT_DETAILS.filter((field) => body.properties[field] !== undefined);
  if (asked.length === 0) throw notPossible(API_TEXTS.edit.nothingChanged, 'properties');
  const changes = asked.filter((field) => (contact[field] ?? null) !== (body.properties[field] || null));
  if (changes.length === 0) return;
  if (body.expected !== undefined && body.expected !== detailsVersionOf(contact)) throw changedMeanwhile();
  const patch = Object.fromEntries(changes.map((field) => [field, body.properties[field] || null]));
  const guard = contact.Modified_Time === null ? {} : { unmodifiedSince: contact.Modified_Time };
  try {
    await context.crm.contacts.update(contact.id, patch, crmOptions, guard);
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    // Refused as changed since, or without an answer: that may be this very write, whose answer was lost.
    const now = await context.crm.contacts.read(contact.id, crmOptions).catch(() => null);
    if (!now && error.sent === 'unknown') throw new ProblemError('outcome_unknown', { cause: error });
    const isOurs = changes.every((field) => (now?.[field] ?? null) === patch[field]);
    if (!now || !isOurs) throw error.kind === 'conflict' ? changedMeanwhile(error) : error;
  }
  const facts = detailLines(contact as Record<ContactDetail, string | null>, patch);
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: null });
  await noteChange(context, crmOptions, {
    contactId: contact.id,
    action: body.action,
    lines,
    mark,
    lookFirst: mayBeRepeat,
  });
}

function changedMeanwhile(cause?: CrmError): ProblemError {
  return new ProblemError('conflict', { detail: API_TEXTS.edit.detailsChanged, ...(cause && { cause }) });
}
