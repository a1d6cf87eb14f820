import type { Problem, ProblemCode } from '../../bff/view-models/problem.ts';

/** A failed call: an error status, or no answer (§7.1). */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  /** 0 when there was no answer. */
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem?: Problem, retryAfterMs?: number) {
    super('request failed');
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  get code(): ProblemCode | 'no_connection' {
    if (this.problem) return this.problem.error;
    return this.status === 0 ? 'no_connection' : 'internal';
  }
}

export function isRequestFailed(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed;
}

/** The server's Dutch message for one field, if any. */
export function fieldProblem(error: unknown, field: string) {
  return isRequestFailed(error) ? error.problem?.fields?.[field] : undefined;
}

/** Whether a retry may succeed soon: no answer, or a temporary refusal. */
export function mayPass(error: unknown) {
  return isRequestFailed(error) && (error.status === 0 || error.status === 503);
}
