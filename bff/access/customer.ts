import type { FastifyReply, FastifyRequest } from 'fastify';
import { onBehalfOf } from '../crm/call-options.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { ProblemError } from '../http/problems.ts';
import { type ConstantTimeRefusal, isNothingFound } from './constant-time-refusal.ts';
import { provenanceOf } from './keyed-link.ts';
import type { KeyedMarks } from './keyed-marks.ts';
import { type KnownLinks, type LinkName, linkName } from './known-links.ts';
import type { LinkAllowance } from './link-allowance.ts';
import { readSurveyHash, type SurveyHash } from './survey-hash.ts';
import type { UnknownLinks } from './unknown-links.ts';

export interface CustomerAccess {
  marks: KeyedMarks;
  knownLinks: KnownLinks;
  unknownLinks: UnknownLinks;
  linkAllowance: LinkAllowance;
  constantTimeRefusal: ConstantTimeRefusal;
  /** Looks up the link alone, in one CRM call. Throws `unknown_link`. */
  lookUp(hash: SurveyHash, gone: AbortSignal): Promise<unknown>;
  /** The same for a link and one of its deals. Throws `not_found`. */
  lookUpDeal(hash: SurveyHash, dealId: string, gone: AbortSignal): Promise<unknown>;
}

type Refusal = 'unknown_link' | 'not_found';

/**
 * Runs work with the survey hash of the request. Whatever is wrong with the hash (absent, malformed, made up, unknown,
 * another customer's deal), the refusal has the same body and takes the same time (decision B2). A link that is known to
 * be real has a limit of its own; any other goes through the few places of {@link UnknownLinks}. `work` throws `refusal` as
 * a ProblemError when the CRM finds nothing.
 */
export async function withLink<T>(
  context: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  offered: string | string[] | undefined,
  refusal: Refusal,
  work: (hash: SurveyHash) => Promise<T>,
): Promise<T> {
  const { marks, knownLinks, linkAllowance, constantTimeRefusal } = context;
  const hash = readSurveyHash(offered);
  const link = hash && linkName(hash);
  const provenance = hash ? provenanceOf(hash, marks) : 'forged';
  const isKnown = link !== null && (provenance === 'ours' || knownLinks.isKnown(link));
  const { linkRequest = 'other' } = request.routeOptions.config;
  if (isKnown && !(await linkAllowance.take(linkRequest, link, request.ip))) {
    throw new ProblemError('too_many', { retryAfterSeconds: 60 });
  }
  try {
    if (!hash || !link || provenance === 'forged') throw new ProblemError(refusal);
    if (!isKnown) return await proveFirst(context, request.ip, disconnectSignal(reply), hash, link, () => work(hash));
    return await constantTimeRefusal.measure(() => onBehalfOf(link, () => work(hash)));
  } catch (error) {
    if (!isNothingFound(error)) throw error;
    if (link && error.code === 'unknown_link') knownLinks.forget(link);
    await constantTimeRefusal.due(request.receivedAt);
    throw new ProblemError(refusal);
  }
}

/** If the address sent an unknown link before, the link itself is looked up first, which is one CRM call at most. */
async function proveFirst<T>(
  { knownLinks, unknownLinks, constantTimeRefusal, lookUp }: CustomerAccess,
  ip: string,
  gone: AbortSignal,
  hash: SurveyHash,
  link: LinkName,
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  try {
    return await unknownLinks.run({
      ip,
      gone,
      proven: knownLinks.whenKnown(link, ended.signal),
      isProven: () => knownLinks.isKnown(link),
      work: (isSuspect) =>
        constantTimeRefusal.measure(async () => {
          const isKnown = () => knownLinks.isKnown(link);
          if (isSuspect && !isKnown()) await lookUp(hash, gone);
          return onBehalfOf(link, work, () => !isKnown());
        }),
    });
  } finally {
    ended.abort();
  }
}

/** "Live offerte" as opened by staff: reads work, every write is refused (decision B6). */
export function refuseWhenPreview(request: FastifyRequest): void {
  if (request.headers['x-preview'] === '1') {
    throw new ProblemError('forbidden', { detail: API_TEXTS.deal.preview });
  }
}
