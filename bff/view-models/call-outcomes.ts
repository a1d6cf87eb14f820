type Meaning = 'no_answer' | 'yes' | 'goes_on' | 'no';

interface Outcome {
  /** The digit of its key: Alt+1, Alt+2, … A new outcome takes the next one, so no key of a colleague changes. */
  key: number;
  meaning: Meaning;
  /** On its button (§2.10), as `Call_Result` of the call, and at the end of the note's title. */
  label: string;
}

/**
 * The call outcomes of §4. A `no` closes the lead and counts as the reason of a loss; after any other outcome the lead
 * may be called again. For the writes of an outcome see `OUTCOME_EFFECTS` in `bff/desk/outcome-effects.ts`.
 */
export const OUTCOMES = {
  gaikan_called_noanswer: { key: 1, meaning: 'no_answer', label: 'Neemt niet op' },
  approve: { key: 2, meaning: 'yes', label: 'Akkoord' },
  appointment: { key: 3, meaning: 'goes_on', label: 'Afspraak maken' },
  gaikan_call_later: { key: 4, meaning: 'goes_on', label: 'Later terug bellen' },
  not_interested: { key: 5, meaning: 'no', label: 'Geen interesse' },
  not_interested_price: { key: 6, meaning: 'no', label: 'Te duur' },
  skip: { key: 7, meaning: 'no', label: 'Niet meer bellen' },
} as const satisfies Record<string, Outcome>;

export type CallOutcome = keyof typeof OUTCOMES;
export const isCallOutcome = (name: string): name is CallOutcome => Object.hasOwn(OUTCOMES, name);
/** Undefined for an outcome that only a newer version knows: a page may be older than its server. */
export const outcomeLabel = (outcome: CallOutcome): string | undefined => OUTCOMES[outcome]?.label;

type OutcomeThatMeans<Meant extends Meaning> = {
  [Name in CallOutcome]: (typeof OUTCOMES)[Name]['meaning'] extends Meant ? Name : never;
}[CallOutcome];

/** The outcomes with one of these meanings, in the order of the table. */
function outcomesThatMean<Meant extends Meaning>(...meanings: Meant[]): OutcomeThatMeans<Meant>[] {
  const isMeant = (outcome: CallOutcome): outcome is OutcomeThatMeans<Meant> =>
    meanings.some((meaning) => meaning === OUTCOMES[outcome].meaning);
  return (Object.keys(OUTCOMES) as CallOutcome[]).filter(isMeant);
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

/** In the order of the buttons. */
export const CALL_OUTCOMES: readonly CallOutcome[] = OUTCOME_GROUPS.flatMap(({ outcomes }) => outcomes);

/** What the last outcome means for the lead; null without one. */
export const meaningOf = (outcome: CallOutcome | null) => (outcome === null ? null : OUTCOMES[outcome].meaning);

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
