import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { z } from 'zod';
import { ProblemError, refuseBody } from './problems.ts';

export const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return { error: httpPart === 'body' ? refuseBody(parsed.error.issues) : new ProblemError('invalid') };
  };

/** An answer holds what its schema names, and nothing else. */
export const serialiseWithZod: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(data));
