/**
 * A sentence that promises a customer an action by somebody, or by the page itself: its place, its effect, and the test
 * that shows both (decision J8). A sentence without an effect is not shown.
 */
export interface Promised {
  says: string;
  in: readonly string[];
  effect: string;
  shown: Shown;
  /** The test of what happens if the CRM refuses that effect. */
  refused?: Shown;
}

/** A file under tests/, and the beginning of the test's title. */
export type Shown = readonly [file: string, title: string];

export const KEPT = 'promises/kept.test.ts';
export const WITHDRAWN = 'promises/withdrawn.test.ts';

/**
 * The planner calls because of the stage: the CRM's own views and workflows list orders by stage. If the CRM refuses
 * the stage, a task says what is missing (decision J5).
 */
export const PLANNED = {
  effect: 'the deal has the stage of an order, from which installations are planned',
  shown: [KEPT, 'J8 an order: the copy is mailed'],
  refused: ['bff/sign-refusals.test.ts', '%s on the stage: signed, delivered, and a task for the owner'],
} as const satisfies Pick<Promised, 'effect' | 'shown' | 'refused'>;
