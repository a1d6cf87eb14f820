import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import type { AddressChanges } from '../agreement/address-changes.ts';
import { addressChangedMail } from '../contact/link-mail.ts';
import { MINUTE_MS } from '../crm/clock.ts';
import { contactTask, createTaskOnce, LATEST_COMMIT_MS } from '../crm/create-once.ts';
import { holds, writeGuarded } from '../crm/guarded-write.ts';
import { changesEmail, detailLines, presentDetails } from '../crm/texts/edit-texts.ts';
import { oldAddressTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { faultFields } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { LeadReadContext } from '../queue/read-lead.ts';
import type { boundedCache, Limit } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type CallcenterAction, CONTACT_DETAILS, type ContactDetail } from '../view-models/callcenter-action.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { type Actor, notPossible } from './action-request.ts';
import { detailsVersionOf } from './version.ts';

type DetailsAction = Extract<CallcenterAction, { action: 'set-contact-details' }>;

export interface DetailsActionContext extends LeadReadContext, ChangeContext {
  portal: PortalFile;
  leadEvents: LeadEvents;
  addressChanges: Pick<AddressChanges, 'changedAt' | 'learn'>;
  /** Limit on mails to former addresses per day, so that a stolen password cannot send mail at will. */
  oldAddressesTold: Limit;
  dealMutex: KeyedMutex;
  /** Corrections whose outcome is unknown. */
  lostCorrections: ReturnType<typeof boundedCache<string, Correction>>;
}

/** A correction of a contact's details, and what its consequences need. */
export interface Correction {
  contactId: string;
  patch: Partial<Record<ContactDetail, string | null>>;
  facts: readonly string[];
  /** The former e-mail address, if the correction replaces it. */
  former?: string | null;
  actor: Actor;
  at: number;
}

/** Later, nobody can tell a lost correction from the same edit of somebody else in the CRM. */
const LOST_MS = 15 * MINUTE_MS;

/** A correction that is pressed again replaces its earlier attempt. */
const keyOf = ({ contactId, facts }: Correction) => [contactId, ...facts].join('\n');

/**
 * Corrects a contact's name, phone, e-mail or address: one read, one guarded write of the differences, and a note with
 * both values (decision I11). Never overwrites an edit in between.
 */
export async function setContactDetails(
  context: DetailsActionContext,
  crmOptions: CrmCallOptions,
  { contactId, properties, expected }: DetailsAction,
  actor: Actor,
): Promise<void> {
  const { crm, clock } = context;
  const asked = CONTACT_DETAILS.filter((field) => properties[field] !== undefined);
  const isRecent = ({ at }: Correction) => clock.now() - at < LOST_MS;
  const lost = [...context.lostCorrections.values()].filter((each) => each.contactId === contactId && isRecent(each));
  let lostButMade: Correction[] = [];
  let shown = expected;
  let correction: Correction = { contactId, patch: {}, facts: presentDetails(properties), actor, at: clock.now() };

  const change = writeGuarded(crmOptions, {
    async read(again) {
      const contact = await crm.contacts.read(contactId, again);
      if (!contact) throw new ProblemError('not_found');
      return contact;
    },
    recordIn: (contact) => contact,
    decide: (contact) => {
      if (asked.length === 0) throw notPossible(API_TEXTS.edit.nothingChanged, 'properties');
      lostButMade = lost.filter(({ patch }) => holds(contact, patch));
      const changes = asked.filter((field) => (contact[field] ?? null) !== (properties[field] || null));
      if (changes.length === 0) return null;
      if (shown !== undefined && shown !== detailsVersionOf(contact)) throw changedMeanwhile();
      shown = detailsVersionOf(contact);
      const patch = Object.fromEntries(changes.map((field) => [field, properties[field] || null]));
      const former = 'Email' in patch ? contact.Email : null;
      correction = { ...correction, patch, facts: detailLines(contact, patch), former };
      return patch;
    },
    write: ({ id }, patch, guard) => crm.contacts.update(id, patch, crmOptions, guard),
    conflict: (_, cause) => changedMeanwhile(cause),
  });
  const { found, written } = await change.catch((error: unknown) => {
    if (error instanceof CrmError && error.sent === 'unknown') findOutLater(context, correction);
    throw error;
  });
  for (const each of lostButMade) await tellOfCorrection(context, crmOptions, each, true);
  // The CRM refuses an earlier write that arrives after this one.
  if (written) for (const each of lost) context.lostCorrections.delete(keyOf(each));
  // An earlier attempt of this request may have changed the details, and its process died before the note.
  const isStale = shown !== undefined && shown !== detailsVersionOf(found);
  const isOfDeadProcess = lostButMade.length === 0 && isStale && actor.mayBeRepeat;
  if (written || isOfDeadProcess) {
    await tellOfCorrection(context, crmOptions, correction, !written || actor.mayBeRepeat);
  }
}

/**
 * Once no late commit is possible, checks whether the CRM made a correction, because nobody may press it again. A press
 * in the meantime that finds the correction made tells of it first, also if the CRM could not be read for longer than
 * the retries last. A restart in between loses the correction.
 */
function findOutLater(context: DetailsActionContext, correction: Correction): void {
  const { crm, background, dealMutex, lostCorrections } = context;
  const { contactId, patch } = correction;
  const key = keyOf(correction);
  lostCorrections.set(key, correction);
  background.retryInBackground('details.check', async () => {
    await background.pause(LATEST_COMMIT_MS);
    await dealMutex.run(contactId, async () => {
      if (lostCorrections.get(key) !== correction) return;
      const contact = await crm.contacts.read(contactId, crmOptionsFor('background'));
      lostCorrections.delete(key);
      if (contact && holds(contact, patch)) {
        await tellOfCorrection(context, crmOptionsFor('background'), correction, true);
      }
    });
  });
}

/** Tells the desk and the former address of a correction that was made, and leaves its note. */
async function tellOfCorrection(
  context: DetailsActionContext,
  crmOptions: CrmCallOptions,
  correction: Correction,
  lookFirst: boolean,
): Promise<void> {
  const { contactId, facts, former, actor, at } = correction;
  context.lostCorrections.delete(keyOf(correction));
  context.leadEvents.change(contactId, { what: 'details', by: actor.staff });
  if (changesEmail(facts.join('\n'))) context.addressChanges.learn(contactId, 'address', at);
  if (former) context.background.run('address.told', () => tellOldAddress(context, contactId, former));
  await noteChange(context, crmOptions, { contactId, action: 'set-contact-details', facts, lookFirst }, actor);
}

/** Mails the former address about the change (decision J13); if that fails, leaves a task for a colleague. */
async function tellOldAddress(context: DetailsActionContext, id: string, email: string): Promise<void> {
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
    context.log.warn({ recordId: id, ...faultFields(error) }, 'a former e-mail address was not notified of the change');
  }
  await context.background.retryInBackground('address.task', async () => {
    const contact = await context.crm.contacts.read(id, crmOptionsFor('background'));
    if (!contact) return;
    const task = contactTask(contact, oldAddressTask(email));
    await createTaskOnce(context, crmOptionsFor('background'), { module: 'Contacts', id }, task);
  });
}

function changedMeanwhile(cause?: CrmError): ProblemError {
  return new ProblemError('conflict', { detail: API_TEXTS.edit.detailsChanged, cause });
}
