import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { ProblemError, refuseBody } from './problems.ts';

const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    if (httpPart === 'body') return { error: refuseBody(parsed.error.issues) };
    // A path with an impossible id is a path that does not exist.
    return { error: new ProblemError(httpPart === 'params' ? 'not_found' : 'invalid') };
  };

/**
 * An answer holds what its schema names, and nothing else. Compiled at first use, so that the start does not wait for
 * all.
 */
const serialiseWithZod: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let answer: z.ZodType | undefined;
  return (data) => {
    answer ??= z.compile(schema);
    return JSON.stringify(answer.parse(data));
  };
};

/**
 * Passed when the app is created. Later, Fastify would already have loaded its JSON Schema compiler, ten megabytes that
 * nothing here uses. Its types know no other schemas.
 */
export const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validateWithZod, buildSerializer: () => serialiseWithZod },
} as unknown as FastifyServerOptions['schemaController'];
