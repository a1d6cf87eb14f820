import { CLOSED_LOST, DO_NOT_CALL } from '../crm/schema/stages-and-tags.ts';
import type { DealFields } from '../quote/found-deal.ts';
import type { CallOutcome } from '../view-models/callcenter.ts';

/** What an outcome does besides the call and the note that each of them leaves. */
export interface OutcomeEffect {
  /** An extra line in the note. */
  fact: string | null;
  /** Changes to the deal; never once it is signed. */
  deal: DealFields | null;
  /** A tag for the contact. */
  tag: string | null;
  /** No further calls: scheduled ones end too. */
  endsCalls: boolean;
  /** Schedules a call at the chosen moment. */
  plansCall: boolean;
  /** Answers with the prefilled booking page. */
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

/** The customer of a declined offer wants to go on (decision J8). */
const GOES_ON: DealFields = { portal_declined_at: null };

/** Decision G2, one row per outcome. "Neemt niet op" needs nothing more: the call itself counts as an attempt. */
export const OUTCOME_EFFECTS: Record<CallOutcome, OutcomeEffect> = {
  gaikan_call_later: { ...NOTHING, deal: GOES_ON, plansCall: true },
  skip: { ...NOTHING, tag: DO_NOT_CALL, endsCalls: true },
  gaikan_called_noanswer: NOTHING,
  not_interested: { ...NOTHING, fact: 'Reden: geen interesse', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  not_interested_price: { ...NOTHING, fact: 'Reden: te duur', deal: { Stage: CLOSED_LOST }, endsCalls: true },
  approve: {
    ...NOTHING,
    fact: 'Klant geeft mondeling akkoord. Dit is geen handtekening: de klant ondertekent zelf via de persoonlijke link.',
    deal: { ...GOES_ON, survey1_client_visible: true },
  },
  appointment: { ...NOTHING, deal: GOES_ON, opensBooking: true },
};
