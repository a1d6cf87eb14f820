import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problems.ts';

/** The `idempotency-key` header of a write, or undefined when there is none; a malformed one is `invalid`. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw new ProblemError('invalid');
  return key;
}
