import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../crm/clock.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { KeyedMarks } from './keyed-marks.ts';
import { isNothingFound, type LinkAllowance, type UnknownLinks } from './link-limits.ts';
import { isProven, type KnownLinks, linkName, readSurveyHash, type SurveyHash } from './survey-link.ts';

export interface CustomerAccess {
  marks: KeyedMarks;
  knownLinks: KnownLinks;
  unknownLinks: UnknownLinks;
  linkAllowance: LinkAllowance;
  refusalTime: RefusalTime;
  /** Looks up the link alone, in one CRM call. Throws `unknown_link`. */
  lookUp(hash: SurveyHash, purpose: LookupPurpose, gone: AbortSignal): Promise<unknown>;
  /** Looks up a link and one of its deals. Throws `not_found`. */
  lookUpDeal(hash: SurveyHash, dealId: string, purpose: LookupPurpose, gone: AbortSignal): Promise<unknown>;
}

/** Only lookups for a write may spend the last of the day's credits. */
type LookupPurpose = 'read' | 'save' | 'sign';

type LinkRefusal = 'unknown_link' | 'not_found';

/**
 * Runs work with the survey hash of the request. Whatever is wrong with the hash (absent, malformed, made up, unknown,
 * another customer's deal), the refusal has the same body and takes the same time (decision B2). A link known to be
 * real has its own limit; {@link UnknownLinks} counts all others. If `work` throws `unknown_link` or `not_found`, the
 * caller gets `refusal`.
 */
export async function withLink<T>(
  context: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  offered: string | string[] | undefined,
  refusal: LinkRefusal,
  work: (hash: SurveyHash) => Promise<T>,
): Promise<T> {
  const { marks, knownLinks, unknownLinks, linkAllowance, refusalTime, lookUp } = context;
  const hash = readSurveyHash(offered);
  if (!hash) {
    await refusalTime.due(request.receivedAt);
    throw new ProblemError(refusal);
  }
  const link = linkName(hash);
  const isOurs = isProven(hash, marks);
  const isKnown = () => isOurs || knownLinks.isKnown(link);
  const { linkRequest = 'other' } = request.routeOptions.config;
  if (isKnown() && !(await linkAllowance.take(linkRequest, link, request.ip))) {
    throw new ProblemError('too_many', { retryAfterSeconds: 60 });
  }
  try {
    if (isKnown()) return await refusalTime.measure(() => work(hash));
    const gone = disconnectSignal(reply);
    return await unknownLinks.run({
      ip: request.ip,
      gone,
      isProven: isKnown,
      work: (manyGuess) =>
        refusalTime.measure(async () => {
          // `work` may need two calls for a link that does not exist. This lookup refuses such a link with one call.
          if (manyGuess) await lookUp(hash, 'read', gone);
          return work(hash);
        }),
    });
  } catch (error) {
    if (!isNothingFound(error)) throw error;
    if (error.code === 'unknown_link') knownLinks.forget(link);
    throw new ProblemError(refusal);
  }
}

const USUAL_MS = 150;
/** Waits no longer than this, even if the CRM is slower: a longer delay would hide nothing more. */
const MOST_MS = 1_000;

/** Makes a refusal without a CRM call take as long as the last lookup of an unknown link. */
export class RefusalTime {
  readonly #clock: Clock;
  #lastMs = USUAL_MS;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async measure<T>(lookUp: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.now();
    try {
      return await lookUp();
    } catch (error) {
      if (isNothingFound(error)) this.#lastMs = Math.min(MOST_MS, this.#clock.now() - startedAt);
      throw error;
    }
  }

  async due(receivedAt: number): Promise<void> {
    const leftMs = receivedAt + this.#lastMs - this.#clock.now();
    if (leftMs > 0) await wait(leftMs);
  }
}

/** Staff opens "Live offerte" as a preview: reads work, every write is refused (decision B6). */
export function refuseWhenPreview({ headers, query }: FastifyRequest): void {
  if (headers['x-preview'] === '1' || [(query as { preview?: unknown }).preview].flat().includes('1')) {
    throw new ProblemError('forbidden', { detail: API_TEXTS.deal.preview });
  }
}
