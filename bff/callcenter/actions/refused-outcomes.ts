import { readDealState } from '../../agreement/deal-state.ts';
import type { Stages } from '../../crm/stages.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { FoundDeal } from '../../quote/found-deal.ts';
import { isSigned } from '../../quote/quote-area.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';
import type { QuoteArea } from '../../view-models/quote.ts';
import type { Lead } from '../read-lead.ts';
import { OUTCOME_EFFECTS } from './call-outcomes.ts';

/** Outcomes that a deal refuses, each with the reason: the desk shows it before the press. */
export type RefusedOutcomes = Partial<Record<CallOutcome, string>>;

interface YesContext {
  portal: PortalFile;
  stages: Pick<Stages, 'isClosed'>;
}

const NOTHING_TO_SIGN: Partial<Record<QuoteArea, string>> = {
  none: API_TEXTS.outcome.noOffer,
  incomplete: API_TEXTS.outcome.offerIncomplete,
};

/** "Akkoord" promises that the customer can sign online, and a deal that goes on; what is signed is not closed as lost. */
export function refusedOutcomes({ stages }: YesContext, found: FoundDeal, quoteArea: QuoteArea): RefusedOutcomes {
  const unsigned = stages.isClosed(found.deal.Stage) ? API_TEXTS.outcome.isClosed : NOTHING_TO_SIGN[quoteArea];
  if (!isSigned(found.deal)) return unsigned === undefined ? {} : { approve: unsigned };
  const closing = Object.entries(OUTCOME_EFFECTS).filter(([, { deal }]) => deal?.Stage);
  return Object.fromEntries(closing.map(([outcome]) => [outcome, API_TEXTS.outcome.isSigned]));
}

/** Why this person cannot sign online, whatever the offer; null where they can. */
export function whyNotOnline({ contact, linkMissingSince }: Lead): string | null {
  if (linkMissingSince !== null) return API_TEXTS.outcome.noLink;
  return contact.Email ? null : API_TEXTS.outcome.noAddress;
}

/** Why an oral yes would lead to no signature; null where it may. A yes on what is signed already is only a note. */
export function whyNoYes(context: YesContext, lead: Lead, found: FoundDeal): string | null {
  if (isSigned(found.deal)) return null;
  return refusedOutcomes(context, found, readDealState(found, context.portal).quoteArea).approve ?? whyNotOnline(lead);
}
