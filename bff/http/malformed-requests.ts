import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf, ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

/**
 * Answers what Node would refuse by itself, with our own body and headers, and refuses what Node accepts: an HTTP/1.1
 * request must name one host, once (RFC 9112, section 3.2). `requireHostHeader` is off for that.
 */
export function refuseMalformed(app: App, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (namesOneHost(request.raw)) return done();
    reply.header('connection', 'close');
    done(new ProblemError('invalid'));
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { body } = answerOf(new ProblemError('invalid'), crypto.randomUUID());
    const own = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', connection: 'close' };
    response.writeHead(417, { ...headers, ...own }).end(JSON.stringify(body));
  });
}

function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
}
