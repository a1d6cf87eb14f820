import type { ContactAnswers } from '../../../bff/view-models/answers.ts';
import type { Contact } from '../../../bff/view-models/contact.ts';
import { isSolarAnswered } from '../../../bff/view-models/survey-step-texts.ts';
import { draftKey, useDraft } from '../../device/drafts.ts';
import { readStored, writeStored } from '../../device/storage.ts';
import type { AnswerPage } from '../../quote/answer-rows.ts';
import { useContact } from '../contact-and-deal.ts';
import { currentVisitor } from '../gate/visitor.ts';
import type { ContactFields } from './contact-fields.ts';
import { FLOW_PREFIX, isContactKnown } from './deal-survey-steps.ts';

/** The steps of the contact survey in order, by their names in the URL (decision C1). */
export const PAGE_STEPS = [
  'solar_panels',
  'battery',
  'survey1_battery_box_distance_m',
  'box_pictures',
  'Survey_basics',
  'complete',
] as const;
export type PageStep = (typeof PAGE_STEPS)[number];

/** How far this device got. The CRM does not know: photos are optional, and the details may be complete from before. */
const MEMORIES = ['questions', 'photos', 'details'] as const;
type PagesMemory = (typeof MEMORIES)[number] | undefined;

type Answered = Omit<Contact, 'deals'>;

/** Answers that come before the contact details. */
type SurveyAnswer = Exclude<keyof ContactAnswers, keyof ContactFields | 'Mailing_State' | 'portal_call_permission'>;

/** The step that asks for each answer. */
const ASKED_ON: Record<SurveyAnswer, AnswerPage> = {
  survey_1_has_solar_panels: 'solar_panels',
  survey1_number_of_panels: 'solar_panels',
  survey1_panels_age: 'solar_panels',
  survey1_preferred_battery_size: 'battery',
  survey1_battery_box_distance_m: 'survey1_battery_box_distance_m',
};

/** Where a returning visitor continues, based on the saved answers (decision C2). */
export function firstOpenPage(contact: Answered, memory: PagesMemory): PageStep {
  const open = firstUnanswered(contact);
  if (open) return open;
  // Without a memory on this device, everything was answered elsewhere: show the end, with photos and changes.
  if (memory === 'details' || (memory === undefined && isContactKnown(contact))) return 'complete';
  return memory === 'photos' ? 'Survey_basics' : 'box_pictures';
}

/** A visitor with a deal whose questions are answered gets no second survey, but can still add photos. */
export function isPastSurvey({ deals }: Pick<Contact, 'deals'>) {
  return deals.some(({ status }) => status !== 'survey');
}

/** Opens any known step by name; the end only once it was reached. */
export function pageToShow(
  name: string,
  contact: Answered,
  memory: PagesMemory,
): { show: PageStep } | { goTo: PageStep } {
  const step = PAGE_STEPS.find((each) => each === name);
  const isOpen = step && (step !== 'complete' || isComplete(contact, memory));
  return isOpen ? { show: step } : { goTo: firstOpenPage(contact, memory) };
}

function firstUnanswered(contact: Answered): PageStep | undefined {
  if (!isSolarAnswered(contact)) return 'solar_panels';
  const open = (Object.keys(ASKED_ON) as SurveyAnswer[]).filter((name) => !contact[name]);
  return PAGE_STEPS.find((step) => step !== 'solar_panels' && open.some((name) => ASKED_ON[name] === step));
}

function isComplete(contact: Answered, memory: PagesMemory) {
  return firstUnanswered(contact) === undefined && (memory === 'details' || isContactKnown(contact));
}

const PAGES_KEY = `${FLOW_PREFIX}pages:`;

export function readPagesMemory(contactId: string): PagesMemory {
  const stored = readStored('local', PAGES_KEY + contactId);
  return MEMORIES.find((each) => each === stored);
}

export function rememberPage(contactId: string, left: PageStep) {
  if (currentVisitor().preview) return;
  const came = left === 'Survey_basics' ? 'details' : left === 'box_pictures' ? 'photos' : 'questions';
  const known = readPagesMemory(contactId);
  if (known === undefined || MEMORIES.indexOf(came) > MEMORIES.indexOf(known)) {
    writeStored('local', PAGES_KEY + contactId, came);
  }
}

/** Navigation state set by "Wijzig": saving then returns to the list of answers. */
export const FROM_REVIEW = 'from-review';

/** The typed e-mail address, if the CRM has none. This tab keeps it until the contact's owner has received it. */
export function useGivenEmail() {
  return useDraft({ key: draftKey(useContact().id, 'pages', 'email'), area: 'session' }, '');
}
