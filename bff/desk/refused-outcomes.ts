import { readDealState } from '../agreement/deal-state.ts';
import type { Stages } from '../crm/stages.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { DoNotCall } from '../queue/do-not-call.ts';
import type { Lead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { CallOutcome } from '../view-models/callcenter.ts';
import type { QuoteArea } from '../view-models/quote.ts';
import { OUTCOME_EFFECTS } from './call-outcomes.ts';

/** Outcomes that a deal refuses, each with the reason: the desk shows it before the press. */
export type RefusedOutcomes = Partial<Record<CallOutcome, string>>;

interface OutcomeRules {
  portal: PortalFile;
  stages: Pick<Stages, 'isClosed'>;
  doNotCall: Pick<DoNotCall, 'covers'>;
}

const NOTHING_TO_SIGN: Partial<Record<QuoteArea, string>> = {
  none: API_TEXTS.outcome.noOffer,
  incomplete: API_TEXTS.outcome.offerIncomplete,
};

/**
 * "Akkoord" promises that the customer can sign online, and a deal that goes on; what is signed is not closed as lost; and
 * nobody promises a call to somebody who does not want one.
 */
export function refusedOutcomes(context: OutcomeRules, found: FoundDeal, quoteArea: QuoteArea): RefusedOutcomes {
  const { id, Phone } = found.contact;
  const later = context.doNotCall.covers(id, Phone) && { gaikan_call_later: API_TEXTS.outcome.wantsNoCall };
  if (isSigned(found.deal)) {
    const closing = Object.entries(OUTCOME_EFFECTS).filter(([, { deal }]) => deal?.Stage);
    return { ...Object.fromEntries(closing.map(([outcome]) => [outcome, API_TEXTS.outcome.isSigned])), ...later };
  }
  const isClosed = context.stages.isClosed(found.deal.Stage);
  const approve = isClosed ? API_TEXTS.outcome.isClosed : NOTHING_TO_SIGN[quoteArea];
  return { ...(approve !== undefined && { approve }), ...later };
}

/** Why this person cannot sign online, whatever the offer; null where they can. */
export function whyNotOnline({ contact, linkMissingSince }: Lead): string | null {
  if (linkMissingSince !== null) return API_TEXTS.outcome.noLink;
  return contact.Email ? null : API_TEXTS.outcome.noAddress;
}

/** Why a yes would lead to no signature, or a promised call to no call; null where they may. A yes on what is signed already is only a note. */
export function whyRefused(context: OutcomeRules, lead: Lead, found: FoundDeal, outcome: CallOutcome): string | null {
  const isYes = outcome === 'approve';
  if ((!isYes && outcome !== 'gaikan_call_later') || (isYes && isSigned(found.deal))) return null;
  const refused = refusedOutcomes(context, found, readDealState(found, context.portal).quoteArea)[outcome];
  return refused ?? (isYes ? whyNotOnline(lead) : null);
}
