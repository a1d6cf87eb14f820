import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';
import type { App } from './route-description.ts';

/**
 * Headers of every answer, including errors and files. Booking page and map are the only foreign frames (decision H2).
 */
export function securityHeaders({
  portal,
}: {
  portal: { bookingUrl: string; mapUrl: string };
}): Record<string, string> {
  const frames = [portal.bookingUrl, portal.mapUrl].map((url) => new URL(url.replaceAll(/\{\w+\}/g, '')).origin);
  return {
    'content-security-policy': [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      `frame-src ${frames.join(' ')}`,
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      'report-to policy',
    ].join('; '),
    'reporting-endpoints': 'policy="/policy-reports"',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    'x-robots-tag': 'noindex',
  };
}

/** Sends the headers with every answer, and refuses API calls from other sites, whatever credentials they carry. */
export function secureAnswers(app: App, { publicUrl }: { publicUrl: string }, headers: Record<string, string>): void {
  const { origin: ownOrigin } = new URL(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (!request.url.startsWith('/api/')) return done();
    reply.header('cache-control', 'no-store');
    done(isFromElsewhere(request, ownOrigin) ? new ProblemError('forbidden') : undefined);
  });
}

/** Checks two headers that browsers send about the calling page: `sec-fetch-site` and `origin`. */
function isFromElsewhere({ headers, host }: FastifyRequest, ownOrigin: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined || origin === ownOrigin) return false;
  // Our own pages may send the origin `null`, because they send no referrer.
  if (origin === 'null') return site === undefined;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
