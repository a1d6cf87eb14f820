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
    // An address with an id that no record can have is the address of nothing.
    return { error: new ProblemError(httpPart === 'params' ? 'not_found' : 'invalid') };
  };

/** An answer holds what its schema names, and nothing else. Compiled when it is first given: a start need not wait for all. */
const serialiseWithZod: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let answer: z.ZodType | undefined;
  return (data) => {
    answer ??= z.compile(schema);
    return JSON.stringify(answer.parse(data));
  };
};

/**
 * Told when the app is made. Told later, Fastify has loaded by then what compiles JSON Schema: ten megabytes that nothing
 * here uses. Its types know of no other schemas.
 */
export const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validateWithZod, buildSerializer: () => serialiseWithZod },
} as unknown as FastifyServerOptions['schemaController'];
