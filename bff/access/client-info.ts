import type { FastifyRequest } from 'fastify';

/** From where a button was pressed: address and browser, as they go into the CRM's notes. */
export function clientInfo(request: FastifyRequest): { ip: string; userAgent: string } {
  return { ip: request.ip, userAgent: userAgent(request) };
}

/** As the browser names itself, without line breaks and cut to what a note can bear. */
function userAgent(request: FastifyRequest): string {
  const text = request.headers['user-agent'] ?? 'onbekend';
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 300);
}
