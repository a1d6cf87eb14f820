import { CrmError } from './errors.ts';

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

/** Which of those questions this CRM refuses: found out at the first refusal and remembered as long as the process runs. */
export class Questions {
  readonly #refused = new Set<Question>();
  readonly #onRefused: OnRefused;

  constructor(onRefused: OnRefused = () => {}) {
    this.#onRefused = onRefused;
  }

  isRefused(question: Question): boolean {
    return this.#refused.has(question);
  }

  /**
   * The answer to a question, or where the CRM refuses it the same by another way. A refusal is only remembered when the
   * other way leads somewhere: else something else is wrong, and the refusal itself is thrown.
   */
  async ask<T>(question: Question, asked: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (this.#refused.has(question)) return otherwise();
    try {
      return await asked();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const answer = await otherwise().catch((again: unknown) => {
        throw isRefusal(again) ? error : again;
      });
      if (!this.#refused.has(question)) this.#onRefused(question, error);
      this.#refused.add(question);
      return answer;
    }
  }
}

/** Whether the CRM took offence at the question itself, rather than failed to answer it. */
export function isRefusal(error: unknown): error is CrmError {
  return error instanceof CrmError && error.kind === 'refused';
}
