import type { FastifyRequest } from 'fastify';

/** Address and browser of a request, for the CRM's notes. */
export function clientInfo(request: FastifyRequest): { ip: string; userAgent: string } {
  return { ip: request.ip, userAgent: userAgent(request) };
}

/** The user agent without line breaks, shortened to fit a note. */
function userAgent(request: FastifyRequest): string {
  const text = request.headers['user-agent'] ?? 'onbekend';
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 300);
}
