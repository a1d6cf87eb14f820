import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { type CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { readDealState } from '../agreement/deal-state.ts';
import { MINUTE_MS } from '../crm/clock.ts';
import { type CrmWriter, createDealTaskOnce, createNoteOnce } from '../crm/create-once.ts';
import { retryRefused } from '../crm/leave-message.ts';
import { customQuoteTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { calculateFor, type PricingContext, quoteFields } from '../quote/check-quote.ts';
import { type DealFields, type FoundDeal, isModuleQuote, isSigned } from '../quote/found-deal.ts';
import {
  isMadeToMeasure,
  isSigningUnknown,
  missingForQuote,
  PRICE_INPUTS,
  priceInputs,
  readDiscount,
} from '../quote/quote-inputs.ts';
import { parseStoredCalc, type StoredCalc } from '../quote/stored-calc.ts';
import { type DealChange, writeDeal } from '../quote/write-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type DealAnswers, PRICE_INPUT_NAMES } from '../view-models/answers.ts';
import { presentDeal } from './present-deal.ts';
import type { ReadDeal } from './read-deal.ts';

export interface DealChangeContext {
  crm: CrmClient;
  portal: PortalFile;
}

/** Changes a deal for a person, who sees its present state if somebody keeps editing it (decision A3). */
export function changeDeal(
  { crm, portal }: DealChangeContext,
  crmOptions: CrmCallOptions,
  change: Omit<DealChange, 'conflict'>,
): Promise<{ found: FoundDeal; written: boolean }> {
  const conflict = (now: FoundDeal, cause: CrmError) => changedMeanwhile(now, portal, cause);
  return writeDeal({ crm }, crmOptions, { ...change, conflict });
}

/** Somebody keeps editing this deal: the user sees its present state before trying again (decision A3). */
export function changedMeanwhile(now: FoundDeal, portal: PortalFile, cause: CrmError): ProblemError {
  return new ProblemError('conflict', {
    detail: API_TEXTS.deal.changedMeanwhile,
    cause,
    deal: presentDeal(now, portal),
  });
}

export interface SurveyContext extends CrmWriter, PricingContext {
  log: Log;
}

/** Maximum age of prices in a save. Opening the link has just refreshed the prices, so a save costs two CRM calls. */
const PRICES_MAX_AGE_MS = 10 * MINUTE_MS;

/** Stores a customer's answers and the resulting quote in one write (decision E7). */
export async function saveAnswers(
  context: SurveyContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  answers: DealAnswers,
): Promise<FoundDeal> {
  const decide = async (found: FoundDeal): Promise<DealFields | null> => {
    if (isSigned(found.deal)) {
      throw new ProblemError('already_signed', {
        detail: API_TEXTS.deal.answersFrozen,
        deal: presentDeal(found, context.portal),
      });
    }
    if (isSigningUnknown(found)) throw new ProblemError('crm_unavailable');
    const changed = changedAnswers(found.deal, answers);
    if (Object.keys(changed).length === 0) return null;
    const { isFixed } = readDealState(found, context.portal);
    if (isFixed && changesPrice(found.deal, changed)) {
      throw new ProblemError('quote_fixed', {
        detail: API_TEXTS.deal.fixed,
        deal: presentDeal(found, context.portal),
      });
    }
    const asksForCustom = isMadeToMeasure(changed.gaikan_saltion_battery_modules);
    if (asksForCustom) await askForCustomQuote(context, crmOptions, found, changed);
    return {
      ...changed,
      ...(isFixed ? {} : await quoteAfter(context, crmOptions, found, changed)),
      // The customer goes on, with another offer than the one that was refused.
      ...(asksForCustom && found.deal.portal_declined_at !== null && { portal_declined_at: null }),
    };
  };
  const { found } = await changeDeal(context, crmOptions, { read, decide, lastWriterWins: true });
  return found;
}

export function changedAnswers(deal: Deal, answers: DealAnswers): DealAnswers {
  const entries = Object.entries(answers).filter(([field, value]) => deal[field as keyof DealAnswers] !== value);
  return Object.fromEntries(entries);
}

/**
 * The quote fields that depend on changed answers; none if the quote does not depend on them, or if an input cannot be
 * read.
 */
async function quoteAfter(
  context: SurveyContext,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  changed: DealAnswers,
): Promise<DealFields> {
  const { deal } = found;
  const isInput = PRICE_INPUT_NAMES.some((name) => name in changed);
  if (!isInput || !isModuleQuote(deal) || deal.survey1_no_calc === true) return {};
  const after = { ...deal, ...changed };
  if (missingForQuote(found, changed).length > 0) return {};
  const calc = await calculateFor(context, crmOptions, after, PRICES_MAX_AGE_MS);
  // Hides the quote if there was none before and the deal has a discount: nobody has checked yet whether that discount
  // fits.
  const isHidden = calc !== null && deal.survey1_calc === null && readDiscount(deal) !== null;
  return {
    ...quoteFields(after, calc && { ...calc, ...(await priceRise(context, crmOptions, deal)) }),
    ...(isHidden && deal.survey1_client_visible === true && { survey1_client_visible: false }),
  };
}

/** Whether a changed answer is an input of the price, in either format of the quote (decision J2). */
function changesPrice(deal: Deal, changed: DealAnswers): boolean {
  const after = { ...deal, ...changed };
  return PRICE_INPUT_NAMES.some((name) => {
    const { meant } = PRICE_INPUTS[name];
    return name in changed && meant(after) !== meant(deal);
  });
}

/**
 * The price of the offer before this change, if that offer costs more at today's prices. After a rise that was told, the
 * offer before the rise counts until a colleague recalculates.
 */
async function priceRise(
  context: SurveyContext,
  crmOptions: CrmCallOptions,
  deal: Deal,
): Promise<Pick<StoredCalc, 'priceRise'>> {
  const stored = parseStoredCalc(deal.survey1_calc);
  const told = stored?.priceRise;
  const before = told?.before ?? stored?.priceCalc.finalInclVat ?? null;
  const inputs = told?.inputs ?? stored?.inputs ?? priceInputs(deal);
  if (before === null) return {};
  const today = await calculateFor(context, crmOptions, { ...deal, ...inputs } as Deal, PRICES_MAX_AGE_MS);
  const now = today?.priceCalc.finalInclVat ?? null;
  return now !== null && now > before ? { priceRise: { before, now, inputs } } : {};
}

/**
 * Creates a task for the deal's owner before the answer is stored, so that a retry finds it and creates no second one.
 * If the CRM refuses the task, a note replaces it, and the answer is stored anyway (decision J5).
 */
async function askForCustomQuote(
  context: CrmWriter & { log: Log },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  changed: DealAnswers,
): Promise<void> {
  const parent = { module: 'Deals', id: found.deal.id } as const;
  const { Subject, Description } = customQuoteTask(changed.gaikan_saltion_battery_modules ?? '');
  const leaveTask = (asked: CrmCallOptions) => createDealTaskOnce(context, asked, found, { Subject, Description });
  try {
    await leaveTask(crmOptions);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const isThis = ({ Note_Title }: Note) => Note_Title === Subject;
    const note = { Note_Title: Subject, Note_Content: Description };
    await createNoteOnce(context, crmOptions, parent, note, isThis, { lookFirst: true });
    retryRefused(context, found.deal.id, () => leaveTask(crmOptionsFor('background')));
  }
}
