import type { Context } from './context.ts';
import { ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

/** Headers on every answer, errors and files included. The booking page and the map are the only foreign frames (decision H2). */
export function secureAnswers(app: App, { config }: Context): void {
  const { bookingUrl, mapUrl } = config.portal;
  const frames = [bookingUrl, mapUrl].map((url) => new URL(url.replaceAll(/\{\w+\}/g, '')).origin);
  const headers = {
    'content-security-policy': [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      `frame-src ${frames.join(' ')}`,
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    'x-robots-tag': 'noindex',
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (!request.url.startsWith('/api/')) return;
    reply.header('cache-control', 'no-store');
    // A page elsewhere has no business here, whatever it manages to send along.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new ProblemError('forbidden');
  });
}
