import type { MonotonicClock } from './call-options.ts';
import { CrmError, isClosedToUs, isForbidden } from './errors.ts';

/** A query form that Zoho's documentation does not promise to support; docs/zoho.md has a row for each. */
export type Question =
  /** The related list of closed calls or tasks. */
  | 'closed_activities'
  /** Tags in a query. */
  | 'tags_by_query'
  /** The first and last of several moments, as an aggregate. */
  | 'extremes_of_moments'
  /** A text area as a column of a query. */
  | 'large_text_by_query';

export type OnRefused = (question: Question, error: CrmError) => void;

/** After this time the query is tried again: an administrator may have removed the cause. */
const ASK_AGAIN_MS = 15 * 60_000;

type Refused = {
  askAgainAt: number;
  /** True if the query form itself is refused, not just a missing field in it. */
  isTheQuestion: boolean;
};

/**
 * The query forms that this CRM refuses. Each is learned from its first refusal, and tried again every quarter of an
 * hour. A failure of the CRM is no refusal.
 */
export class Questions {
  readonly #refused = new Map<Question, Refused>();
  readonly #clock: Pick<MonotonicClock, 'now'>;
  readonly #onRefused: OnRefused;

  constructor(clock: Pick<MonotonicClock, 'now'>, onRefused: OnRefused = () => {}) {
    this.#clock = clock;
    this.#onRefused = onRefused;
  }

  isRefused(question: Question): boolean {
    return this.#refused.get(question)?.isTheQuestion === true;
  }

  /** Forgets all refusals: each form is tried again. */
  forget(): void {
    this.#refused.clear();
  }

  /**
   * Returns the answer. If the CRM refuses the query form, returns the answer of the fallback `otherwise`. If the CRM
   * refuses the fallback too, the cause is different: the first refusal is thrown, and not remembered. `otherwise`
   * calls its argument if it finds that a field is missing, because then the CRM did not refuse the form itself.
   */
  async ask<T>(
    question: Question,
    asked: () => Promise<T>,
    otherwise: (fieldIsGone: () => void) => Promise<T>,
  ): Promise<T> {
    const known = this.#refused.get(question);
    if (known && this.#clock.now() < known.askAgainAt) return otherwise(() => {});
    // One caller tries again, the others keep using the fallback.
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

/** Whether the CRM refused the query form. A failure to answer is no refusal. */
function isQuestionRefused(error: unknown): error is CrmError {
  return error instanceof CrmError && error.kind === 'refused';
}

function nullIf(isRefusal: (error: unknown) => boolean) {
  return <T>(asked: Promise<T>): Promise<T | null> =>
    asked.catch((error: unknown) => {
      if (isRefusal(error)) return null;
      throw error;
    });
}

/** The answer, or null if the CRM refuses the query or the API user may not make it. */
export const nullIfRefused = nullIf((error) => isQuestionRefused(error) || isForbidden(error));

/** The answer, or null if the API user has no access to the module; a refused query is an error. */
export const nullIfClosed = nullIf(isClosedToUs);
