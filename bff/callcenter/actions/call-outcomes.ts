import { CLOSED_LOST } from '../../crm/schema/stages.ts';
import { DO_NOT_CALL } from '../../crm/schema/tags.ts';
import type { DealFields } from '../../quote/found-deal.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';

/** What an outcome does beside the call and the note that each of them leaves. */
export interface OutcomeEffect {
  /** What the note says of its own. */
  fact: string | null;
  /** What changes on the deal; never once it is signed. */
  deal: DealFields | null;
  /** A tag that the contact gets. */
  tag: string | null;
  /** Nobody is to call any more: what was agreed for later is done with too. */
  endsCalls: boolean;
  /** Plans a call at the agreed moment. */
  plansCall: boolean;
  /** Answers with the booking page, filled in. */
  opensBooking: boolean;
}

const NOTHING: OutcomeEffect = {
  fact: null,
  deal: null,
  tag: null,
  endsCalls: false,
  plansCall: false,
  opensBooking: false,
};

/** Decision G2, one row per outcome. "Neemt niet op" needs nothing more: the call itself counts the attempt. */
export const OUTCOME_EFFECTS: Record<CallOutcome, OutcomeEffect> = {
  gaikan_call_later: { ...NOTHING, plansCall: true },
  skip: { ...NOTHING, tag: DO_NOT_CALL, endsCalls: true },
  gaikan_called_noanswer: NOTHING,
  not_interested: { ...NOTHING, fact: 'Reden: geen interesse', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  not_interested_price: { ...NOTHING, fact: 'Reden: te duur', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  approve: {
    ...NOTHING,
    fact: 'Klant geeft mondeling akkoord. Dit is geen handtekening: de klant ondertekent zelf via de persoonlijke link.',
    deal: { survey1_client_visible: true },
  },
  appointment: { ...NOTHING, opensBooking: true },
};
