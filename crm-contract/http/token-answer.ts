import { z } from 'zod';
import type { WireAnswer } from './send.ts';

/** A good answer of the token endpoint. `lifeMs` is how long the token lives; `scope` separates scopes by spaces. */
export type Grant = { accessToken: string; lifeMs: number; apiDomain: string | null; scope: string | null };

const grant = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(3_600),
  // An older form of the answer: with this key present, `expires_in` is in milliseconds (crm-api §1.2).
  expires_in_sec: z.number().positive().optional().catch(undefined),
  api_domain: z.string().nullable().catch(null),
  scope: z.string().nullable().catch(null),
});

/**
 * The presence of an access token decides, never the HTTP status: the endpoint sends `{"error":"invalid_code"}` with
 * 200 and throttles with 400 (crm-api §1.3).
 *
 * @returns the grant, or what the endpoint answered instead
 */
export function readTokenAnswer({ text }: WireAnswer): Grant | { kind: 'unauthorized' | 'malformed'; code: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'malformed', code: 'not_json' };
  }
  const good = grant.safeParse(body);
  if (good.success) {
    const { access_token: accessToken, expires_in, expires_in_sec, api_domain: apiDomain, scope } = good.data;
    return { accessToken, lifeMs: (expires_in_sec ?? expires_in) * 1_000, apiDomain, scope };
  }
  const word = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).error : undefined;
  if (typeof word !== 'string') return { kind: 'malformed', code: 'no_access_token' };
  return { kind: 'unauthorized', code: word.toLowerCase().replaceAll(' ', '_') };
}
