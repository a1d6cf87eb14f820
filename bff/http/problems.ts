import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CrmError, type CrmErrorKind, isClosedToUs } from '../../crm-contract/errors.ts';
import { UNREAD } from '../view-models/body-fields.ts';
import type { AdminContact } from '../view-models/callcenter.ts';
import type { Deal } from '../view-models/deal.ts';
import type { UploadedFile } from '../view-models/photos.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../view-models/problem.ts';
import { API_TEXTS } from './api-texts.ts';
import { faultFields, type Log } from './logging.ts';
import type { App } from './route-description.ts';

interface ProblemDetails {
  detail?: string;
  fields?: Record<string, string>;
  deal?: Deal;
  contact?: AdminContact;
  files?: UploadedFile[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal: one of the closed list of codes, with its details. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** The meaning of a CRM failure for the client. A CRM 401 or 403 is our fault, never the client's. */
const CRM_PROBLEMS: Record<CrmErrorKind, ProblemCode> = {
  unreachable: 'crm_unavailable',
  timeout: 'crm_unavailable',
  busy: 'busy',
  throttled: 'busy',
  spent: 'busy',
  unauthorized: 'crm_unavailable',
  not_found: 'not_found',
  conflict: 'conflict',
  invalid: 'field_invalid',
  refused: 'crm_unavailable',
  duplicate: 'field_invalid',
  locked: 'conflict',
  server: 'crm_unavailable',
  malformed: 'crm_unavailable',
  cancelled: 'crm_unavailable',
};

/** Errors of Fastify itself for which the code "invalid" is not precise enough. */
const FASTIFY_PROBLEMS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_file',
};

const RETRY_AFTER_SECONDS = 3;

/** Converts any error to a problem: the one place where a CRM failure or a bad request becomes an answer. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof CrmError) return fromCrmError(error);
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code && FASTIFY_PROBLEMS[code];
  if (known) return new ProblemError(known);
  const refused = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new ProblemError(refused ? 'invalid' : 'internal', { cause: error });
}

function fromCrmError(error: CrmError): ProblemError {
  if (error.sent === 'unknown') return new ProblemError('outcome_unknown', { cause: error });
  const fields = Object.fromEntries((error.fields ?? []).map((field) => [field, API_TEXTS.field.refusedByCrm]));
  return new ProblemError(CRM_PROBLEMS[error.kind], {
    cause: error,
    ...(error.kind === 'spent' && { detail: API_TEXTS.spentToday }),
    ...(isClosedToUs(error) && { detail: API_TEXTS.notPermitted }),
    ...(error.kind === 'locked' && { detail: API_TEXTS.refusedByRule }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(error.retryAfterMs && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }),
  });
}

/** Body parts that only wrap fields: an error in one is a bad request, not a bad field. */
const WRAPPERS = new Set<PropertyKey | undefined>([undefined, 'props', 'properties']);

/** Limits on field names in an answer, which no form of ours exceeds. */
const MOST_NAMED = 20;
const LONGEST_NAME = 100;

/** Distinguishes a field that is not accepted from a wrong value of an accepted field (decision B3). */
export function refuseBody(issues: readonly z.core.$ZodIssue[]): ProblemError {
  const notAllowed: Record<string, string> = {};
  const invalid: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.at(-1);
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, MOST_NAMED))
        notAllowed[key.slice(0, LONGEST_NAME)] = API_TEXTS.field.notAllowed;
    else if (!WRAPPERS.has(field)) invalid[String(field)] = whatIsWrong(issue);
  }
  if (Object.keys(notAllowed).length > 0) return new ProblemError('field_not_allowed', { fields: notAllowed });
  if (Object.keys(invalid).length > 0) return new ProblemError('field_invalid', { fields: invalid });
  return new ProblemError('invalid');
}

function whatIsWrong(issue: z.core.$ZodIssue): string {
  const { invalid, tooLong, unread } = API_TEXTS.field;
  const kind = UNREAD.find((each) => each === issue.message);
  if (kind) return unread[kind];
  return issue.code === 'too_big' && issue.origin === 'string' ? tooLong(Number(issue.maximum)) : invalid;
}

interface ProblemAnswer {
  status: number;
  body: Problem;
  retryAfterSeconds: number | undefined;
}

/** The answer to a problem, without its cause. */
export function answerOf({ code, details }: ProblemError, requestId: string): ProblemAnswer {
  const { detail, fields, deal, contact, files } = details;
  const status = PROBLEMS[code];
  const waits = status === 503 || status === 429;
  return {
    status,
    retryAfterSeconds: waits ? (details.retryAfterSeconds ?? RETRY_AFTER_SECONDS) : undefined,
    body: {
      error: code,
      message: 'request failed',
      detail,
      fields,
      deal,
      contact,
      files,
      ...(code === 'unknown_link' && { result: false as const }),
      requestId,
    },
  };
}

/** The answer to input that never became a request. It closes the connection. */
export function answerWithoutRequest(headers: Record<string, string>) {
  const { body } = answerOf(new ProblemError('invalid'), crypto.randomUUID());
  const own = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  return { headers: { ...headers, ...own }, text: JSON.stringify(body) };
}

/**
 * The only exit for errors. The client gets a code, a request id and the details it may know; the log gets the cause.
 */
export function problemAnswerer(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error);
    request.problem = problem.code;
    const { cause } = problem.details;
    // Overload is no fault, so it is never logged as an error.
    if (problem.code === 'busy') {
      log.warn(
        { requestId: request.id, problem: problem.code, ...(cause instanceof Error && faultFields(cause)) },
        'request refused',
      );
    } else if (PROBLEMS[problem.code] >= 500) {
      log.error({ requestId: request.id, problem: problem.code, ...faultFields(cause ?? error) }, 'request failed');
    }
    const { status, body, retryAfterSeconds } = answerOf(problem, request.id);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    reply.header('cache-control', 'no-store');
    // Bypasses the route's own schema: the error body is the same everywhere.
    return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  };
}

export function answerProblems(app: App, answer: ReturnType<typeof problemAnswerer>): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new ProblemError('not_found'), request, reply));
}
