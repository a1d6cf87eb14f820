import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import { operationRef } from '../access/idempotency-cache.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import type { SurveyHash } from '../access/survey-link.ts';
import type { Clock } from '../crm/clock.ts';
import { type CrmWriter, contactTask, createNoteOnce, createOnce, createTask } from '../crm/create-once.ts';
import { retryRefused } from '../crm/leave-message.ts';
import { spokenMoment } from '../crm/texts/moments-and-euros.ts';
import { lastRefIn, refLine } from '../crm/texts/note-texts.ts';
import { addressIn, finishedSurveyTask, givenAddressTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { LinkedContact } from '../quote/link-reads.ts';
import { isSolarAnswered } from '../view-models/survey-step-texts.ts';
import { type LinkLookupContext, readLinkedContact } from './read-contact.ts';

export interface FinishedSurveyContext extends LinkLookupContext, CrmWriter {
  clock: Clock;
  log: Log;
  dealMutex: KeyedMutex;
}

/** Each address leaves a task, and no customer has more addresses. */
const MOST_ADDRESSES = 5;

/**
 * Tells a contact's owner that the survey of /pages is complete. One task has the answers, even if the customer submits
 * the survey often or on several devices. Customers cannot write the CRM's own address field (decision B3), so a given
 * address is part of that task, or gets its own task if the first already exists. If the CRM has no address, the portal
 * first reads the notes that replace refused tasks.
 *
 * @returns whether there is an address to mail the offer to
 */
export async function finishSurvey(
  context: FinishedSurveyContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  email: string | undefined,
): Promise<boolean> {
  const contact = await readLinkedContact(context, crmOptions, hash);
  refuseUnlessAnswered(contact);
  if (contact.Email !== null) refuseOtherAddress(contact.Email, email);
  const given = contact.Email === null ? email : undefined;
  return context.dealMutex.run(`finished survey ${contact.id}`, async () => {
    const { tasks, notes } = context.crm;
    const parent = { module: 'Contacts', id: contact.id } as const;
    const inTasks = (await tasks.listFor(parent, crmOptions)).map(({ Description }) => Description);
    let left = leftFor(contact, inTasks);
    if (contact.Email === null && !(left.isTold && left.holds(given))) {
      const there = await notes.listFor(parent, crmOptions).catch((error: unknown) => {
        // Without permission to read notes, only tasks count.
        if (!isRefusedForGood(error)) throw error;
        return [];
      });
      left = leftFor(contact, [...inTasks, ...there.map(({ Note_Content }) => Note_Content)]);
    }
    if (!left.isTold) {
      const text = finishedSurveyTask(contact, given, spokenMoment(context.clock.now()));
      await leaveOnce(context, crmOptions, contact, { ...text, ref: surveyRef(contact) });
    } else if (given !== undefined && !left.holds(given)) {
      if (left.addresses.size >= MOST_ADDRESSES) throw new ProblemError('too_many');
      await leaveOnce(context, crmOptions, contact, { ...givenAddressTask(given), ref: addressRef(contact, given) });
    }
    return contact.Email !== null || given !== undefined || left.addresses.size > 0;
  });
}

const surveyRef = ({ id }: LinkedContact) => operationRef(`finished survey ${id}`);
const addressRef = ({ id }: LinkedContact, address: string) =>
  operationRef(`address for the offer ${id} ${address.toLowerCase()}`);

/**
 * The facts that the owner already knows. Only texts that end in our reference count, because anybody may have typed
 * the same words.
 */
function leftFor(contact: LinkedContact, contents: readonly (string | null)[]) {
  let isTold = false;
  const addresses = new Set<string>();
  for (const content of contents) {
    const ref = lastRefIn(content);
    const address = addressIn(content)?.toLowerCase();
    const isSurvey = ref === surveyRef(contact);
    isTold ||= isSurvey;
    if (address !== undefined && (isSurvey || ref === addressRef(contact, address))) addresses.add(address);
  }
  const holds = (given: string | undefined) => given === undefined || addresses.has(given.toLowerCase());
  return { isTold, addresses, holds };
}

/** An address is accepted only if the CRM has none, because a copied link must not redirect an offer. */
function refuseOtherAddress(known: string, email: string | undefined): void {
  if (email === undefined || email.toLowerCase() === known.toLowerCase()) return;
  throw new ProblemError('conflict', { detail: API_TEXTS.survey.hasAddress });
}

function refuseUnlessAnswered(contact: LinkedContact): void {
  const { survey1_preferred_battery_size: size, survey1_battery_box_distance_m: distance } = contact;
  if (isSolarAnswered(contact) && size !== null && distance !== null) return;
  throw new ProblemError('conflict', { detail: API_TEXTS.survey.unfinished });
}

/** A task for the contact's owner; if the CRM refuses it, a note with the same content (decision J5). */
async function leaveOnce(
  context: FinishedSurveyContext,
  crmOptions: CrmCallOptions,
  contact: LinkedContact,
  { Subject, Description, ref }: { Subject: string; Description: string; ref: string },
): Promise<void> {
  const { tasks } = context.crm;
  const parent = { module: 'Contacts', id: contact.id } as const;
  const content = `${Description}\n${refLine(ref)}`;
  const task = contactTask(contact, { Subject, Description: content });
  const leaveTask = async (asked: CrmCallOptions, lookFirst: boolean) => {
    await createOnce(context.background, asked, {
      write: () => createTask(context.crm, task, asked),
      find: async (now) => (await tasks.listFor(parent, now)).filter((each) => lastRefIn(each.Description) === ref),
      remove: tasks.remove,
      lookFirst,
    });
  };
  try {
    await leaveTask(crmOptions, false);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const note = { Note_Title: Subject, Note_Content: content };
    await createNoteOnce(context, crmOptions, parent, note, (each) => lastRefIn(each.Note_Content) === ref, {
      lookFirst: true,
    });
    retryRefused(context, contact.id, () => leaveTask(crmOptionsFor('background'), true));
  }
}
