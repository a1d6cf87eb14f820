import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { operationRef } from '../access/operation-ref.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { retryRefused } from '../crm/leave-message.ts';
import { createNoteOnce, createTask } from '../crm/notes-and-tasks.ts';
import { spokenMoment } from '../crm/texts/moments.ts';
import { refIn, refLine } from '../crm/texts/note-texts.ts';
import { addressIn, finishedSurveyTask, givenAddressTask } from '../crm/texts/task-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { LinkedContact } from '../quote/link-reads.ts';
import { type LinkLookupContext, readLinkedContact } from './read-contact-id.ts';

export interface FinishedSurveyContext extends LinkLookupContext, CrmWriter {
  clock: Clock;
  log: Log;
  dealMutex: KeyedMutex;
}

/** Each leaves a task: more addresses than that are nobody's own. */
const MOST_ADDRESSES = 5;

/**
 * Tells the owner of a contact that the survey of /pages is finished: one task with the answers, however often and on
 * however many devices its end is reached. An address that was given stands in the task, and in one of its own where the
 * first was left before; the CRM's own field stays closed to customers (decision B3).
 *
 * @returns whether there is an address that the offer can be mailed to
 */
export async function finishSurvey(
  context: FinishedSurveyContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  email: string | undefined,
): Promise<boolean> {
  const contact = await readLinkedContact(context, crmOptions, hash);
  refuseUnlessAnswered(contact);
  return context.dealMutex.run(`finished survey ${contact.id}`, async () => {
    const { tasks } = context.crm;
    const there = await tasks.listFor({ module: 'Contacts', id: contact.id }, crmOptions);
    const left = there.map(({ Description }) => ({ ref: refIn(Description), address: addressIn(Description) }));
    const addresses = left.flatMap(({ address }) => address ?? []);
    const isNewAddress = email !== undefined && !addresses.includes(email);
    const ref = operationRef(`finished survey ${contact.id}`);
    if (!left.some((task) => task.ref === ref)) {
      const text = finishedSurveyTask(contact, email, spokenMoment(context.clock.now()));
      await leaveOnce(context, crmOptions, contact, { ...text, ref });
    } else if (isNewAddress) {
      if (addresses.length >= MOST_ADDRESSES) throw new ProblemError('too_many');
      const own = operationRef(`address for the offer ${contact.id} ${email}`);
      await leaveOnce(context, crmOptions, contact, { ...givenAddressTask(email), ref: own });
    }
    return contact.Email !== null || email !== undefined || addresses.length > 0;
  });
}

function refuseUnlessAnswered(contact: LinkedContact): void {
  const { survey_1_has_solar_panels: has, survey1_preferred_battery_size: size } = contact;
  if (has !== null && size !== null && contact.survey1_battery_box_distance_m !== null) return;
  throw new ProblemError('conflict', { detail: API_TEXTS.survey.unfinished });
}

/** A task for the contact's owner; where the CRM refuses it, a note says the same (decision J5). */
async function leaveOnce(
  context: FinishedSurveyContext,
  crmOptions: CrmCallOptions,
  { id, Owner }: LinkedContact,
  { Subject, Description, ref }: { Subject: string; Description: string; ref: string },
): Promise<void> {
  const { tasks } = context.crm;
  const parent = { module: 'Contacts', id } as const;
  const content = `${Description}\n${refLine(ref)}`;
  const task = { Subject, Description: content, Who_Id: { id }, ...(Owner && { Owner: { id: Owner.id } }) };
  const leaveTask = async (asked: CrmCallOptions, lookFirst: boolean) => {
    await createOnce(context.background, asked, {
      write: () => createTask(context.crm, task, asked),
      find: async (now) => (await tasks.listFor(parent, now)).filter((each) => refIn(each.Description) === ref),
      remove: tasks.remove,
      lookFirst,
    });
  };
  try {
    await leaveTask(crmOptions, false);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const note = { Note_Title: Subject, Note_Content: content };
    await createNoteOnce(context, crmOptions, parent, note, (each) => refIn(each.Note_Content) === ref, {
      lookFirst: true,
    });
    retryRefused(context, id, () => leaveTask(crmOptionsFor('background'), true));
  }
}
