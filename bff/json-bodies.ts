import type { App } from './typed-app.ts';

/**
 * Bodies are JSON or nothing. Fastify would also take text/plain, which a foreign page can post without asking; an
 * empty body under a JSON content type is no body rather than a fault.
 */
export function readJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, String(body), done);
  });
}
