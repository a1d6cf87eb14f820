import { type MonotonicClock, pause } from '../call-options.ts';
import type { Sender, WireFailure } from './send.ts';
import { apiOrigin, readTokenAnswer, type SharedToken, type TokenFault } from './token-grant.ts';

type TokenOptions = {
  apiUrl: string;
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  allowedApiHosts: readonly string[];
  /** Set if several processes share one token. */
  sharedToken?: SharedToken;
};

/** An access token with its origin, its scopes if known, and its generation. */
export type Token = { value: string; origin: string; scope: string | null; generation: number };
/** No token is available: because of a fault, with a retry time, or because the caller stopped waiting. */
export type NoToken =
  | ({ unavailable: 'fault'; retryAfterMs: number } & TokenFault)
  | { unavailable: 'late' }
  | { unavailable: 'cancelled' };

export type TokenKeeper = {
  /** A token; waits at most `maxWaitMs` for a refresh in progress. */
  current(maxWaitMs: number, signal?: AbortSignal): Promise<Token | NoToken>;
  /** The CRM answered 401 to a token of this generation. Ignored if a newer one exists. */
  refused(generation: number): void;
};

const REFRESH_CAP_MS = 5_000;
/**
 * Zoho blocks after 10 requests in 10 minutes (crm-api §1.3). Two are left for a process that restarts and counts from
 * zero.
 */
export const MOST_REQUESTS = 8;
export const REQUEST_WINDOW_MS = 10 * 60_000;
/** The pause after the first, second, … failure in a row, so that a short outage does not use up the allowance. */
const COOLDOWNS_MS = [1_000, 5_000, 30_000] as const;
/**
 * With these pauses nine requests take more than ten minutes, so failures never use up the allowance. After an outage
 * of the token endpoint, however long it was, a token is available within this time.
 */
const LONGEST_COOLDOWN_MS = 2 * 60_000;
const NEVER_LEFT_COOLDOWN_MS = 1_000;
/** How often to check whether another process has the new token. */
const LOOK_AGAIN_MS = 100;
/** The pause if no request is allowed. */
const LOOK_AT_STORE_MS = 5_000;
/** A token refused this soon after its grant never worked. The next token may not work either. */
const YOUNG_MS = 10_000;
const NOT_ASKED: TokenFault = { kind: 'unauthorized', code: 'not_asked' };

/**
 * Keeps the access token: requests it on first use, renews it after a 401, and renews it in the background after 80 to
 * 90 % of its life. Makes one request at a time, however many calls wait.
 */
export function createTokenKeeper(options: TokenOptions, sender: Sender, clock: MonotonicClock): TokenKeeper {
  // Checked here: a malformed URL must fail the start, not the first renewal.
  const accounts = new URL(options.accountsUrl);
  const home = new URL(options.apiUrl).origin;
  let held: (Token & { grantedAt: number; renewAt: number; expiresAt: number }) | null = null;
  let generation = 0;
  let refusedGeneration = -1;
  let inFlight: Promise<void> | null = null;
  let requestedAt: number[] = [];
  let failuresInARow = 0;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let refusedYoung = 0;
  let lastFault = NOT_ASKED;

  const usable = () => (held !== null && held.generation !== refusedGeneration ? held : null);

  /** Milliseconds until the next request to the token endpoint is allowed. */
  function cooldownMs(): number {
    const now = clock.now();
    requestedAt = requestedAt.filter((at) => now - at < REQUEST_WINDOW_MS);
    const oldest = requestedAt.length >= MOST_REQUESTS ? (requestedAt[0] ?? now) + REQUEST_WINDOW_MS : now;
    return Math.max(0, oldest - now, askAgainAt - now);
  }

  function coolDown(failures: number): void {
    askAgainAt = clock.now() + (COOLDOWNS_MS[failures - 1] ?? LONGEST_COOLDOWN_MS);
  }

  /** Adopts a token from another process, unless it is the current or a refused one. */
  async function adopt(shared: SharedToken): Promise<boolean> {
    const found = await shared.read();
    if (!found || found.value === held?.value || found.leftMs <= 0) return false;
    const now = clock.now();
    hold(found, now - (found.lifeMs - found.leftMs), found.lifeMs);
    return true;
  }

  async function renew(): Promise<void> {
    const { sharedToken } = options;
    if (!sharedToken) return ask();
    for (const until = clock.now() + REFRESH_CAP_MS; ; ) {
      const found = await lookUp(sharedToken);
      if (found === 'settled') return;
      const lock = await sharedToken.takeLock();
      // Another process may have finished between the look and the lock.
      if (lock === 'ours' && (await lookUp(sharedToken)) === 'settled') return sharedToken.releaseLock('unused');
      const mayAsk =
        lock === 'ours' || (lock === 'unknown' && requestedAt.length < sharedToken.ownShare(MOST_REQUESTS));
      if (mayAsk) return ask().finally(() => sharedToken.releaseLock());
      if (lock !== 'other') {
        if (found === 'nothing') lastFault = { kind: 'unauthorized', code: 'too_many_token_requests' };
        // Another process may have a token by then. Looking for it reads the store and costs no CRM request.
        askAgainAt = clock.now() + LOOK_AT_STORE_MS;
        return;
      }
      if (clock.now() >= until) {
        lastFault = { kind: 'timeout', code: 'token_of_another_process' };
        return;
      }
      if (!(await pause(clock, LOOK_AGAIN_MS))) return;
    }
  }

  /**
   * Takes over what other processes left. Returns `settled` for a new token, or for a fault whose pause still lasts;
   * `fault` for a fault whose pause is over; `nothing` if there is neither.
   */
  async function lookUp(sharedToken: SharedToken): Promise<'settled' | 'fault' | 'nothing'> {
    if (await adopt(sharedToken)) return 'settled';
    const met = await sharedToken.fault();
    if (!met) return 'nothing';
    lastFault = { kind: met.kind, code: met.code };
    if (met.pauseMs <= 0) return 'fault';
    failuresInARow = met.failures;
    askAgainAt = clock.now() + met.pauseMs;
    return 'settled';
  }

  function hold(grant: Pick<Token, 'value' | 'origin' | 'scope'>, grantedAt: number, lifeMs: number): void {
    generation += 1;
    failuresInARow = 0;
    lastFault = NOT_ASKED;
    const { value, origin, scope } = grant;
    // Randomised, so that processes started together do not renew together.
    const renewAt = grantedAt + lifeMs * (0.8 + Math.random() * 0.1);
    held = { value, origin, scope, generation, grantedAt, renewAt, expiresAt: grantedAt + lifeMs };
  }

  async function ask(): Promise<void> {
    const asked = clock.now();
    requestedAt.push(asked);
    const answer = await sender.send(
      {
        origin: accounts.origin,
        method: 'POST',
        path: `${accounts.pathname.replace(/\/$/, '')}/oauth/v2/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: options.clientId,
          client_secret: options.clientSecret,
          refresh_token: options.refreshToken,
        }).toString(),
      },
      REFRESH_CAP_MS,
    );
    const grant = 'failed' in answer ? faultOf(answer) : readTokenAnswer(answer);
    if ('code' in grant) {
      // A request that was never sent does not count against Zoho's allowance, so it may be retried soon.
      const neverLeft = 'failed' in answer && !answer.started;
      if (neverLeft) requestedAt = requestedAt.filter((at) => at !== asked);
      else failuresInARow += 1;
      // While the old token is valid, slow retries cost nothing and save the allowance for when it expires.
      const old = usable();
      if (neverLeft) askAgainAt = clock.now() + NEVER_LEFT_COOLDOWN_MS;
      else if (old && clock.now() < old.expiresAt) askAgainAt = clock.now() + LONGEST_COOLDOWN_MS;
      else coolDown(failuresInARow);
      lastFault = grant;
      const pauseMs = askAgainAt - clock.now();
      await options.sharedToken?.failed({ ...grant, failures: failuresInARow, pauseMs }, !neverLeft);
      return;
    }
    const origin = apiOrigin(home, grant.apiDomain, options.allowedApiHosts);
    const token = { value: grant.accessToken, origin, scope: grant.scope };
    hold(token, asked, grant.lifeMs);
    await options.sharedToken?.write({ ...token, lifeMs: grant.lifeMs, leftMs: grant.lifeMs });
  }

  function refreshOnce(): Promise<void> {
    inFlight ??= renew().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return {
    async current(maxWaitMs, signal) {
      const token = usable();
      if (token && clock.now() < token.renewAt) return token;
      if (inFlight === null && cooldownMs() > 0) {
        // The old token may still work; only a 401 from the CRM proves that it does not.
        return token ?? { unavailable: 'fault', ...lastFault, retryAfterMs: cooldownMs() };
      }
      const renewal = refreshOnce();
      if (token && clock.now() < token.expiresAt) return token;
      const waited = await firstOf(renewal, maxWaitMs, signal);
      if (waited !== 'settled') return { unavailable: waited };
      return usable() ?? token ?? { unavailable: 'fault', ...lastFault, retryAfterMs: cooldownMs() };
    },
    refused(refusedNow) {
      if (held?.generation !== refusedNow || refusedGeneration === refusedNow) return;
      refusedGeneration = refusedNow;
      refusedYoung = clock.now() - held.grantedAt < YOUNG_MS ? refusedYoung + 1 : 0;
      // The first refusal may mean a revoked token: replace it at once. Then slow down, to save some of the allowance.
      if (refusedYoung > 1) coolDown(refusedYoung - 1);
    },
  };

  async function firstOf(
    renewal: Promise<void>,
    maxWaitMs: number,
    signal?: AbortSignal,
  ): Promise<'settled' | 'late' | 'cancelled'> {
    const settled = new AbortController();
    const stop = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
    const waiting = pause(clock, maxWaitMs, stop).then((passed) => (passed ? 'late' : 'cancelled'));
    const outcome = await Promise.race([renewal.then(() => 'settled' as const), waiting]);
    settled.abort();
    return outcome;
  }
}

/** A network failure is not a refused token: reporting it as one would mislead the operator. */
function faultOf({ failed, code }: WireFailure): TokenFault {
  const kinds = { network: 'unreachable', timeout: 'timeout', oversized: 'malformed' } as const;
  return { kind: kinds[failed], code: code ?? failed };
}
