import type { Clock } from './clock.ts';
import { CrmError, isClosedToUs, isForbidden } from './errors.ts';

/** A question that Zoho's documentation does not promise an answer to; docs/zoho.md has a row for each. */
export type Question =
  /** The related list of closed calls or tasks. */
  | 'closed_activities'
  /** Tags in a query. */
  | 'tags_by_query'
  /** The first and the last of some moments, as an aggregate. */
  | 'extremes_of_moments'
  /** A text area as a column of a query. */
  | 'large_text_by_query';

export type OnRefused = (question: Question, error: CrmError) => void;

/** An administrator may change what was in the way: then the question is asked again. */
const ASK_AGAIN_MS = 15 * 60_000;

type Refused = {
  askAgainAt: number;
  /** The question itself is refused, rather than a field in it that is gone. */
  isTheQuestion: boolean;
};

/**
 * Which of those questions this CRM refuses: found out at the first refusal, and asked again every quarter of an hour. A
 * CRM that merely fails to answer refuses nothing.
 */
export class Questions {
  readonly #refused = new Map<Question, Refused>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onRefused: OnRefused;

  constructor(clock: Pick<Clock, 'now'>, onRefused: OnRefused = () => {}) {
    this.#clock = clock;
    this.#onRefused = onRefused;
  }

  isRefused(question: Question): boolean {
    return this.#refused.get(question)?.isTheQuestion === true;
  }

  /** Nothing is known any more: each question is asked once more. */
  forget(): void {
    this.#refused.clear();
  }

  /**
   * The answer to a question, or where the CRM refuses it the same by another way. A refusal is only remembered when the
   * other way leads somewhere: else something else is wrong, and the refusal itself is thrown. `otherwise` calls its
   * argument when it finds that a field is gone: then it is no refusal of the question.
   */
  async ask<T>(
    question: Question,
    asked: () => Promise<T>,
    otherwise: (fieldIsGone: () => void) => Promise<T>,
  ): Promise<T> {
    const known = this.#refused.get(question);
    if (known && this.#clock.now() < known.askAgainAt) return otherwise(() => {});
    // One asks again, the others go on as before.
    if (known) known.askAgainAt = this.#clock.now() + ASK_AGAIN_MS;
    try {
      const answer = await asked();
      this.#refused.delete(question);
      return answer;
    } catch (error) {
      if (!isQuestionRefused(error)) {
        if (known && error instanceof CrmError) return otherwise(() => {});
        throw error;
      }
      let isTheQuestion = true;
      const answer = await otherwise(() => {
        isTheQuestion = false;
      }).catch((again: unknown) => {
        throw isQuestionRefused(again) ? error : again;
      });
      if (isTheQuestion && !this.isRefused(question)) this.#onRefused(question, error);
      this.#refused.set(question, { askAgainAt: this.#clock.now() + ASK_AGAIN_MS, isTheQuestion });
      return answer;
    }
  }
}

/** Whether the CRM refuses the question itself, rather than failed to answer it. */
function isQuestionRefused(error: unknown): error is CrmError {
  return error instanceof CrmError && error.kind === 'refused';
}

/** The answer, or null where the CRM refuses the question, or the API user may not ask it. */
export async function nullIfRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isQuestionRefused(error) || isForbidden(error)) return null;
    throw error;
  }
}

/** The answer, or null where what is asked about is closed to the API user; a question that is refused for itself is a failure. */
export async function nullIfClosed<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isClosedToUs(error)) return null;
    throw error;
  }
}
