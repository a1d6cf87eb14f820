type Meaning = 'no_answer' | 'yes' | 'goes_on' | 'no';

/**
 * The call outcomes of §4, each with its meaning for the lead. A `no` closes the lead and counts as the reason of a
 * loss; after any other outcome the lead may be called again. For the writes of an outcome see `OUTCOME_EFFECTS` in
 * `bff/desk/outcome-effects.ts`. The order within a meaning is the order of the keys Alt+1, Alt+2, …: add a row at the
 * end of its meaning, so that no key of a colleague changes.
 */
export const OUTCOME_MEANINGS = {
  gaikan_called_noanswer: 'no_answer',
  approve: 'yes',
  appointment: 'goes_on',
  gaikan_call_later: 'goes_on',
  not_interested: 'no',
  not_interested_price: 'no',
  skip: 'no',
} as const satisfies Record<string, Meaning>;

export type CallOutcome = keyof typeof OUTCOME_MEANINGS;

type OutcomeThatMeans<Meant extends Meaning> = {
  [Name in CallOutcome]: (typeof OUTCOME_MEANINGS)[Name] extends Meant ? Name : never;
}[CallOutcome];

/** The outcomes with one of these meanings, in the order of the table. */
function outcomesThatMean<Meant extends Meaning>(...meanings: Meant[]): OutcomeThatMeans<Meant>[] {
  const isMeant = (outcome: CallOutcome): outcome is OutcomeThatMeans<Meant> =>
    meanings.some((meaning) => meaning === OUTCOME_MEANINGS[outcome]);
  return (Object.keys(OUTCOME_MEANINGS) as CallOutcome[]).filter(isMeant);
}

export const NO_OUTCOMES = outcomesThatMean('no');
export type NoOutcome = (typeof NO_OUTCOMES)[number];
export const isNo = (name: string): name is NoOutcome => NO_OUTCOMES.some((outcome) => outcome === name);

/** The buttons in groups, the most frequent first: not reached, spoken to, finished. */
export const OUTCOME_GROUPS = [
  { name: 'missed', outcomes: outcomesThatMean('no_answer') },
  { name: 'spoken', outcomes: outcomesThatMean('yes', 'goes_on') },
  { name: 'closing', outcomes: NO_OUTCOMES },
] as const;

/** In the order of the buttons, which is also the order of Alt+1, Alt+2, … */
export const CALL_OUTCOMES: readonly CallOutcome[] = OUTCOME_GROUPS.flatMap(({ outcomes }) => outcomes);

/** What the last outcome means for the lead; null without one. */
export const meaningOf = (outcome: CallOutcome | null) => (outcome === null ? null : OUTCOME_MEANINGS[outcome]);

/** The words of an outcome: on its button (§2.10), as `Call_Result` of the call, and at the end of the note's title. */
export const OUTCOME_LABELS: Record<CallOutcome, string> = {
  gaikan_call_later: 'Later terug bellen',
  skip: 'Niet meer bellen',
  gaikan_called_noanswer: 'Neemt niet op',
  not_interested: 'Geen interesse',
  not_interested_price: 'Te duur',
  approve: 'Akkoord',
  appointment: 'Afspraak maken',
};

/** The words of the reasons for no interest: asked at the desk, and written in the note. */
export const NO_INTEREST_WORDS = {
  other_supplier: 'Kiest een andere leverancier',
  postponed: 'Stelt het uit',
  no_need: 'Heeft geen batterij nodig',
  not_suitable: 'Past niet bij de woning',
  moving: 'Gaat verhuizen',
} as const;
export type NoInterestReason = keyof typeof NO_INTEREST_WORDS;
export const NO_INTEREST_REASONS = Object.keys(NO_INTEREST_WORDS) as NoInterestReason[];
