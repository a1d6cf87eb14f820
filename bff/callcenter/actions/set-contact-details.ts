import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import type { AddressChanges } from '../../agreement/address-changes.ts';
import { addressChangedMail } from '../../contact/link-mail.ts';
import { crmOptionsFor } from '../../crm/call-options.ts';
import { writeGuarded } from '../../crm/guarded-write.ts';
import { contactTask, createTaskOnce } from '../../crm/notes-and-tasks.ts';
import { detailLines } from '../../crm/texts/edit-texts.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { oldAddressTask } from '../../crm/texts/task-texts.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import { faultFields } from '../../http/logging.ts';
import { ProblemError } from '../../http/problems.ts';
import type { Limit } from '../../shared-store/limit.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import { type CallcenterAction, CONTACT_DETAILS, type ContactDetail } from '../../view-models/callcenter-action.ts';
import type { LeadReadContext } from '../read-lead.ts';
import { detailsVersionOf } from '../version.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';

type DetailsAction = Extract<CallcenterAction, { action: 'set-contact-details' }>;

export interface DetailsContext extends LeadReadContext, ChangeContext {
  portal: PortalFile;
  addressChanges: Pick<AddressChanges, 'changedAt' | 'learn'>;
  /** How many former addresses may be mailed in a day: whoever got hold of the password must not mail at will. */
  oldAddressesTold: Limit;
}

/**
 * Corrects a contact's name, phone, e-mail or address: read, one guarded write of what differs, a note with both values
 * (decision I11). An edit in between is never overwritten.
 */
export async function setContactDetails(
  context: DetailsContext,
  crmOptions: CrmCallOptions,
  body: DetailsAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<void> {
  const { contacts } = context.crm;
  const asked = CONTACT_DETAILS.filter((field) => body.properties[field] !== undefined);
  let shown = body.expected;
  let before: Record<ContactDetail, string | null> | undefined;

  const { written } = await writeGuarded(crmOptions, {
    async read(again) {
      const contact = await contacts.read(body.contactId, again);
      if (!contact) throw new ProblemError('not_found');
      return contact;
    },
    recordIn: (contact) => contact,
    decide: (contact) => {
      if (asked.length === 0) throw notPossible(API_TEXTS.edit.nothingChanged, 'properties');
      const changes = asked.filter((field) => (contact[field] ?? null) !== (body.properties[field] || null));
      if (changes.length === 0) return null;
      if (shown !== undefined && shown !== detailsVersionOf(contact)) throw changedMeanwhile();
      shown = detailsVersionOf(contact);
      before = contact;
      return Object.fromEntries(changes.map((field) => [field, body.properties[field] || null]));
    },
    write: ({ id }, patch, guard) => contacts.update(id, patch, crmOptions, guard),
    conflict: (_, cause) => changedMeanwhile(cause),
  });
  if (!written || !before) return;
  const { Modified_Time: _, ...patch } = written;
  if ('Email' in patch) {
    context.addressChanges.learn(body.contactId, 'address');
    const { Email: old } = before;
    if (old) context.background.run('address.told', () => tellOldAddress(context, body.contactId, old));
  }
  const facts = detailLines(before, patch);
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: null });
  const { contactId, action } = body;
  const note = { contactId, action, lines, ref, lookFirst: mayBeRepeat };
  await noteChange(context, crmOptions, note, { typed: undefined, facts, ownerId: null });
}

/** The customer hears of it where they are known to be (decision J13); where that cannot be mailed, from a colleague. */
async function tellOldAddress(context: DetailsContext, id: string, email: string): Promise<void> {
  const { mailFrom: from, brand, seller } = context.portal;
  const crmOptions = crmOptionsFor('background');
  try {
    if (from && (await context.oldAddressesTold.take(''))) {
      const mail = addressChangedMail({ brand, seller, mailFrom: from }, email);
      await context.crm.mail.send({ module: 'Contacts', id }, mail, crmOptions);
      return;
    }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    context.log.warn({ recordId: id, ...faultFields(error) }, 'a former e-mail address was not told of its change');
  }
  const contact = await context.crm.contacts.read(id, crmOptionsFor('background'));
  if (!contact) return;
  const task = contactTask(contact, oldAddressTask(email));
  await createTaskOnce(context, crmOptionsFor('background'), { module: 'Contacts', id }, task);
}

function changedMeanwhile(cause?: CrmError): ProblemError {
  return new ProblemError('conflict', { detail: API_TEXTS.edit.detailsChanged, ...(cause && { cause }) });
}
