import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { PricingContext } from '../quote/quote-fields.ts';
import { calculateFor, quoteFields } from '../quote/quote-fields.ts';
import { isSigningUnknown, missingForQuote } from '../quote/unreadable-fields.ts';
import type { DealAnswers } from '../view-models/answers.ts';
import { changeDeal } from './change-deal.ts';
import { askForCustomQuote, needsCustomQuote } from './custom-quote.ts';
import type { ReadDeal } from './read-deal.ts';

export interface SurveyContext extends CrmWriter, PricingContext {}

/** Maximum age of prices in a save: opening the link has just refreshed them, so that a save costs two CRM calls. */
const PRICES_MAX_AGE_MS = 10 * 60_000;

/** The answers that a quote is calculated from (decisions E1–E3). */
const QUOTE_ANSWERS = ['gaikan_saltion_battery_modules', 'survey1_battery_box_distance_m'] as const;

/** Writes a customer's answers and the resulting quote in one write (decision E7). */
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
    if (needsCustomQuote(changed)) await askForCustomQuote(context, crmOptions, found, changed);
    return { ...changed, ...(await quoteAfter(context, crmOptions, found, changed)) };
  };
  const { found } = await changeDeal(context, crmOptions, { read, decide, guarded: false });
  return found;
}

function changedAnswers(deal: Deal, answers: DealAnswers): DealAnswers {
  const entries = Object.entries(answers).filter(([field, value]) => deal[field as keyof DealAnswers] !== value);
  return Object.fromEntries(entries);
}

/**
 * The quote fields that follow from changed answers; none where the quote does not depend on them. Where not all inputs
 * can be read, the answers are kept and the previous quote is removed.
 */
async function quoteAfter(
  context: SurveyContext,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  changed: DealAnswers,
): Promise<DealFields> {
  const { deal } = found;
  const touched = QUOTE_ANSWERS.some((field) => field in changed);
  if (!touched || deal.gaikan_deal_version !== '2' || deal.survey1_no_calc === true) return {};
  const after = { ...deal, ...changed };
  if (missingForQuote(found).length > 0) return quoteFields(after, null);
  return quoteFields(after, await calculateFor(context, crmOptions, after, PRICES_MAX_AGE_MS));
}
