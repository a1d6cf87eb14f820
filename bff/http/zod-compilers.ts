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
    // A path with an impossible id does not exist.
    return { error: new ProblemError(httpPart === 'params' ? 'not_found' : 'invalid') };
  };

/** An answer contains only what its schema names. Compiled at first use, to keep the start fast. */
const serialiseWithZod: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let answer: z.ZodType | undefined;
  return (data) => {
    answer ??= z.compile(schema);
    return JSON.stringify(answer.parse(data));
  };
};

/**
 * Must be passed when the app is created: later, Fastify has already loaded its JSON Schema compiler, ten megabytes
 * that nothing uses. Its types know only JSON Schema.
 */
export const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validateWithZod, buildSerializer: () => serialiseWithZod },
} as unknown as FastifyServerOptions['schemaController'];
