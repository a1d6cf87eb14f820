import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf, ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

/** Letters, digits and `-._~` as percent signs: the same path (RFC 3986, section 6.2.2.2), which no browser writes so. */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/**
 * Answers what Node would refuse by itself, with our own body and headers, and refuses what Node accepts: an HTTP/1.1
 * request must name one host, once (RFC 9112, section 3.2; `requireHostHeader` is off for that), and its path in one way.
 * The router reads `/%61pi/` and `http://elsewhere/api/` as `/api/`; a hook, or a proxy in front, that looks at how the
 * path begins would not.
 */
export function refuseMalformed(app: App, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (namesOneHost(request.raw) && isPlain(request.url)) return done();
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

function isPlain(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !NEEDLESSLY_ENCODED.test(path);
}
