import { ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

/** Deeper than any body we accept. */
const MOST_LEVELS = 8;
/** How browsers send what they report by themselves. */
const REPORTS = 'application/reports+json';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Bodies are JSON or empty. Fastify would also accept text/plain, which a foreign page can post without a preflight; an
 * empty body with a JSON content type counts as no body. What could not be stored as sent is refused: invalid UTF-8,
 * unpaired surrogates, numbers that overflow.
 */
export function readJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(['application/json', REPORTS], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = decoded(body);
    if (text === null) return done(new ProblemError('invalid'));
    parse(request, text, (error, value) => {
      if (error || isOrdinary(value, MOST_LEVELS)) done(error, value);
      else done(new ProblemError('invalid'));
    });
  });
}

function decoded(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

function isOrdinary(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every((pair) => pair.every((part) => isOrdinary(part, levels - 1)));
}
