import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { readDealState } from '../agreement/deal-state.ts';
import { CLOSED_LOST, DO_NOT_CALL, type Stages } from '../crm/stages.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { DoNotCall } from '../queue/do-not-call.ts';
import type { Lead } from '../queue/read-lead.ts';
import { type DealFields, type FoundDeal, isSigned } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';
import type { QuoteArea } from '../view-models/quote.ts';
import type { OutcomeField } from './undoable.ts';

/** What an outcome does besides the call and the note that every outcome writes. */
interface OutcomeEffect {
  /** An extra line in the note. */
  fact: string | null;
  /** The same line for an order that is already signed, if it differs. */
  factOfOrder?: string;
  /** Changes to the deal; never after it is signed. */
  deal: DealFields | null;
  tag: string | null;
  /** No further calls: scheduled ones are removed too. */
  endsCalls: boolean;
  /** Answers with the link of the prefilled booking page. */
  opensBooking: boolean;
}

const NOTHING: OutcomeEffect = {
  fact: null,
  deal: null,
  tag: null,
  endsCalls: false,
  opensBooking: false,
};

/** The customer of a declined offer wants to continue (decision J8). */
const GOES_ON: DealFields = { portal_declined_at: null };

/** Decision G2, one row per outcome. "Neemt niet op" needs nothing more: the call itself counts as an attempt. */
export const OUTCOME_EFFECTS: Record<CallOutcome, OutcomeEffect> = {
  gaikan_call_later: { ...NOTHING, deal: GOES_ON },
  skip: { ...NOTHING, tag: DO_NOT_CALL, endsCalls: true },
  gaikan_called_noanswer: NOTHING,
  not_interested: { ...NOTHING, fact: 'Reden: geen interesse', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  not_interested_price: { ...NOTHING, fact: 'Reden: te duur', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  approve: {
    ...NOTHING,
    fact: 'Klant geeft mondeling akkoord. Dit is geen handtekening: de klant ondertekent zelf via de persoonlijke link.',
    factOfOrder: 'Klant geeft mondeling akkoord.',
    deal: { ...GOES_ON, survey1_client_visible: true },
  },
  appointment: { ...NOTHING, deal: GOES_ON, opensBooking: true },
};

/** The fields that the outcome still has to change in this deal; none after a signature. */
export function fieldsToChange(outcome: CallOutcome, deal: Deal): OutcomeField[] {
  const after = OUTCOME_EFFECTS[outcome].deal ?? {};
  const fields = isSigned(deal) ? [] : (Object.keys(after) as OutcomeField[]);
  return fields.filter((field) => deal[field] !== after[field]);
}

/** The outcomes that are not possible for a deal, each with its reason. The desk shows the reason beforehand. */
type RefusedOutcomes = Partial<Record<CallOutcome, string>>;

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
 * "Akkoord" requires an open deal and an offer that can be signed online; a signed deal cannot be closed as lost; a
 * do-not-call contact is promised no call.
 */
export function refusedOutcomes(context: OutcomeRules, found: FoundDeal): RefusedOutcomes {
  const { id, Phone } = found.contact;
  const later = context.doNotCall.covers(id, Phone) && { gaikan_call_later: API_TEXTS.outcome.wantsNoCall };
  if (isSigned(found.deal)) {
    const closing = Object.entries(OUTCOME_EFFECTS).filter(([, { deal }]) => deal?.Stage);
    return { ...Object.fromEntries(closing.map(([outcome]) => [outcome, API_TEXTS.outcome.isSigned])), ...later };
  }
  const { areaIfOpen } = readDealState(found, context.portal);
  const isClosed = context.stages.isClosed(found.deal.Stage);
  const approve = isClosed ? API_TEXTS.outcome.isClosed : NOTHING_TO_SIGN[areaIfOpen];
  return { ...(approve !== undefined && { approve }), ...later };
}

/** Why this person cannot sign online, whatever the offer; null if they can. */
export function whyNotOnline({ contact, linkMissingSince }: Lead): string | null {
  if (linkMissingSince !== null) return API_TEXTS.outcome.noLink;
  return contact.Email ? null : API_TEXTS.outcome.noAddress;
}

/**
 * The reason for a refusal if a yes could not lead to a signature, or if a promised call would not be made; otherwise
 * null. For a signed deal a yes is only a note.
 */
export function whyRefused(context: OutcomeRules, lead: Lead, found: FoundDeal, outcome: CallOutcome): string | null {
  const isYes = outcome === 'approve';
  if ((!isYes && outcome !== 'gaikan_call_later') || (isYes && isSigned(found.deal))) return null;
  const refused = refusedOutcomes(context, found)[outcome];
  return refused ?? (isYes ? whyNotOnline(lead) : null);
}
