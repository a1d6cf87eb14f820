import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEMS } from '../view-models/problem.ts';
import { faultFields, type Log } from './logging.ts';
import { answerOf, ProblemError, toProblem } from './problems.ts';
import type { App } from './typed-app.ts';

/** The only exit of errors: a code, a request id and what the person may know; the cause goes to the log. */
export function problemAnswerer(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error);
    request.problem = problem.code;
    const { cause } = problem.details;
    // Too many at once is no fault, and no error in the log, however many they are.
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
    // Bypasses the route's own schema: an error body is the same everywhere.
    return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  };
}

export function answerProblems(app: App, { log }: { log: Log }): void {
  const answer = problemAnswerer(log);
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new ProblemError('not_found'), request, reply));
}
