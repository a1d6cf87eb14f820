import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ProblemError } from '../problems.ts';
import { readSurveyHash, type SurveyHash } from './survey-hash.ts';

/** The survey hash a request carries, or null where there is no well-formed one. */
export function customerHash(request: FastifyRequest): SurveyHash | null {
  return readSurveyHash(request.headers['x-survey-hash']);
}

/**
 * Refuses a link that is absent, malformed or unknown, always with the same body and after the same time (decision
 * B2). Never returns.
 */
export async function refuseLink(
  context: Context,
  request: FastifyRequest,
  code: 'unknown_link' | 'not_found' = 'unknown_link',
): Promise<never> {
  await context.evenRefusal.due(request.receivedAt);
  throw new ProblemError(code);
}

/** "Live offerte" as staff opens it: reads work, every write is refused (decision B6). */
export function refuseWhenPreview(request: FastifyRequest): void {
  if (request.headers['x-preview'] === '1') {
    throw new ProblemError('forbidden', { detail: 'Dit is een voorbeeld: wijzigen en ondertekenen kan hier niet.' });
  }
}
