import { z } from 'zod';
import type { WireAnswer, WireFailure, WireRequest } from './send.ts';

/** A token as shared between processes, with its total and remaining lifetime. */
export type SharedGrant = { value: string; origin: string; scope: string | null; lifeMs: number; leftMs: number };

/** Why the token endpoint returned no token: it refused, was unreachable, timed out, or returned no JSON. */
export type TokenFault = { kind: 'unauthorized' | 'unreachable' | 'timeout' | 'malformed'; code: string };

/**
 * A fault as shared between processes, with the number of failures in a row and the remaining pause before the next
 * request.
 */
export type SharedFault = TokenFault & { failures: number; pauseMs: number };

/**
 * Access token shared by several processes: one process requests a new token, the others adopt it. No method throws,
 * and each answers soon, even if the store is down.
 */
export type SharedToken = {
  /** The last token that any process got; null if there is none or the store does not answer. */
  read(): Promise<SharedGrant | null>;
  write(grant: SharedGrant): Promise<void>;
  /**
   * `ours`: this process may request now, and the request is counted. `other`: another process is requesting.
   * `used up`: no further request is allowed for now. `unknown`: the store does not answer.
   */
  takeLock(): Promise<'ours' | 'other' | 'used up' | 'unknown'>;
  /** `unused`: no request was made, so none is counted. */
  releaseLock(unused?: 'unused'): Promise<void>;
  /** The last fault of any process; null after a successful request or if the store does not answer. */
  fault(): Promise<SharedFault | null>;
  /** Publishes a fault. A request that was never sent does not count against the allowance. */
  failed(fault: SharedFault, wasSent: boolean): Promise<void>;
  /** This process's share of an allowance, for when the store does not answer. */
  ownShare(most: number): number;
};

/** A successful answer of the token endpoint. `lifeMs` is the token's lifetime; `scope` separates scopes by spaces. */
type Grant = { accessToken: string; lifeMs: number; apiDomain: string | null; scope: string | null };

const grant = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(3_600),
  // In an older form of the answer this key is present, and `expires_in` is in milliseconds (crm-api §1.2).
  expires_in_sec: z.number().positive().optional().catch(undefined),
  api_domain: z.string().nullable().catch(null),
  scope: z.string().nullable().catch(null),
});

export type TokenCredentials = { accountsUrl: string; clientId: string; clientSecret: string; refreshToken: string };

/** The request for a new token. */
export function tokenRequest({ accountsUrl, clientId, clientSecret, refreshToken }: TokenCredentials): WireRequest {
  const { origin, pathname } = new URL(accountsUrl);
  return {
    origin,
    method: 'POST',
    path: `${pathname.replace(/\/$/, '')}/oauth/v2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }).toString(),
  };
}

/** A network failure is not a refused token: reporting it as one would mislead the operator. */
const FAILED = { network: 'unreachable', timeout: 'timeout', oversized: 'malformed' } as const;

/**
 * The presence of an access token decides, not the HTTP status: the endpoint sends `{"error":"invalid_code"}` with 200
 * and throttles with 400 (crm-api §1.3).
 *
 * @returns the grant, or why there is none
 */
export function readTokenAnswer(answer: WireAnswer | WireFailure): Grant | TokenFault {
  if ('failed' in answer) return { kind: FAILED[answer.failed], code: answer.code ?? answer.failed };
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
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
 * The origin for API calls after a token answer named an `api_domain`. That value is untrusted and the next request
 * carries the token, so only known hosts are used: the one in `apiUrl`, those in `allowedHosts`, and Zoho's own if
 * `apiUrl` is one of them. For any other value the client stays at `apiUrl`.
 */
export function apiOrigin(apiUrl: string, apiDomain: string | null, allowedHosts: readonly string[]): string {
  const configured = new URL(apiUrl);
  const named = apiDomain !== null && URL.canParse(apiDomain) ? new URL(apiDomain) : configured;
  if (allowedHosts.includes(named.host)) return `${configured.protocol}//${named.host}`;
  const betweenZohoHosts = ZOHO_API_HOST.test(configured.host) && ZOHO_API_HOST.test(named.host);
  return betweenZohoHosts ? `https://${named.host}` : configured.origin;
}
