import type { FastifyRequest } from 'fastify';
import type { Clock } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';
import type { ConstantTimeRefusal } from './constant-time-refusal.ts';
import type { LinkBudget } from './link-budget.ts';
import { readSurveyHash, type SurveyHash } from './survey-hash.ts';

export interface CustomerAccess {
  linkBudget: LinkBudget;
  constantTimeRefusal: ConstantTimeRefusal;
  clock: Clock;
}

type Refusal = 'unknown_link' | 'not_found';

/**
 * Runs work with the survey hash of the request. Whatever is wrong with the hash (absent, malformed, unknown, another
 * customer's deal), the refusal has the same body and takes the same time (decision B2); only a well-formed hash within
 * the guessing limit reaches the CRM. `work` throws `refusal` as a ProblemError when the CRM finds nothing.
 */
export async function withLink<T>(
  context: CustomerAccess,
  request: FastifyRequest,
  offered: string | string[] | undefined,
  refusal: Refusal,
  work: (hash: SurveyHash) => Promise<T>,
): Promise<T> {
  const { linkBudget, constantTimeRefusal: evenRefusal, clock } = context;
  const hash = readSurveyHash(offered);
  const link = hash && linkBudget.nameOf(hash);
  if (link && !linkBudget.allows(link, request.ip)) throw new ProblemError('too_many', { retryAfterSeconds: 60 });
  const startedAt = clock.now();
  try {
    if (!hash || !link) throw new ProblemError(refusal);
    const result = await work(hash);
    linkBudget.found(link);
    return result;
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === refusal)) throw error;
    if (link) {
      linkBudget.missed(link, request.ip);
      evenRefusal.lookedUp(clock.now() - startedAt);
    }
    await evenRefusal.due(request.receivedAt);
    throw error;
  }
}

/** "Live offerte" as opened by staff: reads work, every write is refused (decision B6). */
export function refuseWhenPreview(request: FastifyRequest): void {
  if (request.headers['x-preview'] === '1') {
    throw new ProblemError('forbidden', { detail: 'Dit is een voorbeeld: wijzigen en ondertekenen kan hier niet.' });
  }
}
