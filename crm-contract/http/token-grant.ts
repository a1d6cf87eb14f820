import { z } from 'zod';
import type { WireAnswer } from './send.ts';

/** A token as processes pass it on: how long it lives in all, and from now on. */
export type SharedGrant = { value: string; origin: string; scope: string | null; lifeMs: number; leftMs: number };

/** Why the token endpoint gave no token: it refused, or was not reached, did not answer in time, answered no JSON. */
export type TokenFault = { kind: 'unauthorized' | 'unreachable' | 'timeout' | 'malformed'; code: string };

/** A fault as processes pass it on: which in a row it is, and for how long from now on nobody asks again. */
export type SharedFault = TokenFault & { failures: number; pauseMs: number };

/**
 * Where several processes keep one access token: one of them asks for a new one, the others take it over. No method
 * throws, and each answers soon, whatever becomes of the place where the token is kept.
 */
export type SharedToken = {
  /** The last token that one of the processes got; null when there is none, or when nobody can tell. */
  read(): Promise<SharedGrant | null>;
  write(grant: SharedGrant): Promise<void>;
  /**
   * `ours`: this process asks now, and the request is counted. `other`: another process is at it. `used up`: no further
   * request is allowed for now. `unknown`: nobody can tell.
   */
  takeTurn(): Promise<'ours' | 'other' | 'used up' | 'unknown'>;
  endTurn(): Promise<void>;
  /** The last fault that one of the processes met; null once there was a token, or when nobody can tell. */
  fault(): Promise<SharedFault | null>;
  /** Tells the others. A request that was never sent is given back to the allowance. */
  failed(fault: SharedFault, wasSent: boolean): Promise<void>;
  /** This process's part of an allowance, for when nobody can tell what the others use. */
  ownShare(most: number): number;
};

/** A good answer of the token endpoint. `lifeMs` is how long the token lives; `scope` separates scopes by spaces. */
type Grant = { accessToken: string; lifeMs: number; apiDomain: string | null; scope: string | null };

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

/**
 * Hosts that Zoho documents for its API, one per data centre, and their sandbox and developer variants (crm-api §1.4).
 */
const ZOHO_API_HOST = /^(www|sandbox|developer)\.zohoapis\.(eu|com|in|com\.au|jp|com\.cn|ca|sa)$/;

/**
 * Where to send API calls after a token answer named an `api_domain`. That value is untrusted and the next request
 * carries the token, so only known hosts are used: the one in `apiUrl`, those in `allowedHosts`, and Zoho's own when
 * `apiUrl` is one of them. For any other value the client stays at `apiUrl`.
 */
export function apiOrigin(apiUrl: string, apiDomain: string | null, allowedHosts: readonly string[]): string {
  const configured = new URL(apiUrl);
  const named = apiDomain !== null && URL.canParse(apiDomain) ? new URL(apiDomain) : configured;
  if (allowedHosts.includes(named.host)) return `${configured.protocol}//${named.host}`;
  const betweenZohoHosts = ZOHO_API_HOST.test(configured.host) && ZOHO_API_HOST.test(named.host);
  return betweenZohoHosts ? `https://${named.host}` : configured.origin;
}
