import type { DealAnswerName } from '../../../bff/view-models/answers.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { missingDetails } from '../../../bff/view-models/order-details.ts';
import {
  ANSWER_NAMES,
  ANSWERS,
  type DealStep,
  isSolarAnswered,
  STEP_NAMES,
  STEP_PAGES,
} from '../../../bff/view-models/survey-step-texts.ts';
import { readStored, writeStored } from '../../device/storage.ts';
import { dealPagePath, dealPath } from '../../paths.ts';

export const DEAL_STEPS = Object.keys(STEP_NAMES) as DealStep[];

type DealAnswered = Pick<Deal, 'hasSurvey' | 'quoteArea' | 'status' | 'survey1_calc_complete' | DealAnswerName>;
type ContactAnswered = Parameters<typeof missingDetails>[0];

export interface Situation {
  deal: DealAnswered;
  contact: ContactAnswered;
  memory: FlowMemory;
  /** The URL path after the deal id: '' or 'pages/2'. */
  path: string;
  /** True on the first view of this deal, when the survey resumes; later the first step can be reopened. */
  arriving: boolean;
}

type StepToShow = { show: DealStep } | { goTo: DealStep | 'deal' } | { show: 'nothing' };

export function firstUnanswered(deal: DealAnswered, contact: ContactAnswered, memory?: FlowMemory): DealStep {
  if (!solarAnswered(deal, memory)) return 'solar';
  const open = new Set<DealStep>(ANSWER_NAMES.flatMap((name) => (deal[name] ? [] : ANSWERS[name].step)));
  const asking = DEAL_STEPS.find((step) => step !== 'solar' && open.has(step));
  return asking ?? (isContactKnown(contact) ? 'complete' : 'contact');
}

/** The contact step stays open until everything is known that a signature needs (decision I4). */
export function isContactKnown(contact: ContactAnswered) {
  return missingDetails(contact).length === 0;
}

/** Answers can be given and changed until the signature (decision I4), unless nobody would see them. */
export function isOpenForAnswers({ hasSurvey, quoteArea, status }: DealAnswered) {
  return hasSurvey && !SIGNED.has(quoteArea) && status !== 'ended';
}

/** Navigation state after the server confirmed a requested change. */
export const WISHED = 'wished';

/** Whether a price-relevant change must be requested, because a colleague fixed this offer (decision J2). */
export function isWished({ isFixed }: Pick<Deal, 'isFixed'>, step: DealStep) {
  return isFixed && ANSWER_NAMES.some((name) => ANSWERS[name].isPriced && ANSWERS[name].step === step);
}

/** States of a quote that cannot be approved yet. */
const HELD_BACK = new Set<string>(['none', 'incomplete', 'closed']);

/** States of a quote that was signed. */
export const SIGNED = new Set<string>(['signed', 'withdrawn']);

function solarAnswered(deal: DealAnswered, memory: FlowMemory) {
  // Some CRMs store a first "Nee" like an unanswered question; this tab knows the difference.
  if (deal.survey_1_has_solar_panels === null) return memory === 'answering';
  return isSolarAnswered(deal);
}

/** The step to show, or where to redirect. */
export function stepToShow(situation: Situation): StepToShow {
  const { deal, contact, memory, path, arriving } = situation;
  const asked = stepOfPath(path);
  const dealItself: StepToShow = path === '' ? { show: 'nothing' } : { goTo: 'deal' };
  // Signing needs contact details (decision J6), even for a deal without a survey.
  if (memory === 'changing' && asked === 'contact' && !SIGNED.has(deal.quoteArea)) return { show: asked };
  if (!isOpenForAnswers(deal)) return dealItself;
  if (memory === 'changing' && isStepToChange(asked, path)) return { show: asked };
  if (!isRunning(situation, asked)) return dealItself;
  const onlyContact = deal.survey1_calc_complete && memory === undefined;
  const open = onlyContact ? 'contact' : firstUnanswered(deal, contact, memory);
  const resume = resumeAt(open, memory);
  const resumes = arriving || memory === 'changing';
  if (asked === 'solar') return resumes && resume !== 'solar' ? { goTo: resume } : { show: 'solar' };
  if (asked === 'complete') return resume === 'complete' ? { show: 'complete' } : { goTo: resume };
  if (asked === undefined) return { goTo: resume };
  return DEAL_STEPS.indexOf(asked) <= DEAL_STEPS.indexOf(open) ? { show: asked } : { goTo: resume };
}

/** A step reached by its own URL. */
function isStepToChange(asked: DealStep | undefined, path: string): asked is Exclude<DealStep, 'complete'> {
  return asked !== undefined && asked !== 'complete' && path !== '';
}

function isRunning({ deal, contact, memory }: Situation, asked: DealStep | undefined) {
  if (!deal.survey1_calc_complete || memory === 'answering') return true;
  if (memory === 'complete') return asked === 'complete';
  if (memory === 'changing') return false;
  // A quote that can be approved is shown first. Its own page names the missing details.
  return !isContactKnown(contact) && (asked === 'contact' || HELD_BACK.has(deal.quoteArea));
}

function resumeAt(open: DealStep, memory: FlowMemory): DealStep {
  if (memory === 'complete') return 'complete';
  // All answers are known, but this visitor has not seen the contact details yet.
  return open === 'complete' && memory === 'answering' ? 'contact' : open;
}

function stepOfPath(path: string): DealStep | undefined {
  const page = path.replace(/\/$/, '');
  if (page === '') return 'solar';
  return DEAL_STEPS.find((step) => page === `pages/${STEP_PAGES[step]}`);
}

export function stepPath(dealId: string, step: DealStep) {
  return step === 'solar' ? dealPath(dealId) : changePath(dealId, step);
}

/** URL for changing an answer of a finished survey; the deal's own URL then shows the quote. */
export function changePath(dealId: string, step: DealStep) {
  return dealPagePath(dealId, STEP_PAGES[step]);
}

export const FLOW_PREFIX = 'flow:';

/**
 * The server calls a deal complete at the distance step, before the contact details are asked. So the tab remembers
 * whether its visitor is still answering, changing one answer of a finished survey, or at the end.
 */
const MEMORIES = ['answering', 'changing', 'complete'] as const;
type FlowMemory = (typeof MEMORIES)[number] | undefined;

export function readFlowMemory(dealId: string): FlowMemory {
  const stored = readStored('session', FLOW_PREFIX + dealId);
  return MEMORIES.find((each) => each === stored);
}

/** Navigation state after the last save: the end is shown before it is remembered. */
export const FLOW_DONE = 'flow-done';

export function rememberFlow(dealId: string, memory: NonNullable<FlowMemory>) {
  writeStored('session', FLOW_PREFIX + dealId, memory);
}

/** After a confirmed answer. A visitor who is changing a single answer stays in that mode. */
export function rememberAnswering(dealId: string) {
  if (readFlowMemory(dealId) !== 'changing') rememberFlow(dealId, 'answering');
}

/** Whether the customer has an offer: it can be agreed to, or still after a refusal. */
export function isReleased({ quoteArea }: Pick<Deal, 'quoteArea'>) {
  return quoteArea === 'approve' || quoteArea === 'declined';
}
