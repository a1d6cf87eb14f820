import { type MonotonicClock, pause } from '../call-options.ts';
import { HeldToken, type Token } from './held-token.ts';
import type { Sender } from './send.ts';
import {
  apiOrigin,
  readTokenAnswer,
  type SharedToken,
  type TokenCredentials,
  type TokenFault,
  tokenRequest,
} from './token-grant.ts';
import { MOST_REQUESTS, TokenPace } from './token-pace.ts';

type TokenOptions = TokenCredentials & {
  apiUrl: string;
  allowedApiHosts: readonly string[];
  /** Set if several processes share one token. */
  sharedToken?: SharedToken;
};

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
/** How often to check whether another process has the new token. */
const LOOK_AGAIN_MS = 100;
/** The pause if no request is allowed. */
const LOOK_AT_STORE_MS = 5_000;
const NOT_ASKED: TokenFault = { kind: 'unauthorized', code: 'not_asked' };

/**
 * Keeps the access token: requests it on first use, renews it after a 401, and renews it in the background after 80 to
 * 90 % of its life. Makes one request at a time, however many calls wait.
 */
export function createTokenKeeper(options: TokenOptions, sender: Sender, clock: MonotonicClock): TokenKeeper {
  // Both URLs are read here: a malformed one must fail the start, not the first renewal.
  const request = tokenRequest(options);
  const home = new URL(options.apiUrl).origin;
  const held = new HeldToken();
  const pace = new TokenPace(clock);
  let inFlight: Promise<void> | null = null;
  let lastFault = NOT_ASKED;

  function hold(grant: Omit<Token, 'generation'>, grantedAt: number, lifeMs: number): void {
    held.hold(grant, grantedAt, lifeMs);
    pace.succeeded();
    lastFault = NOT_ASKED;
  }

  /** Adopts a token from another process, unless it is the current or a refused one. */
  async function adopt(shared: SharedToken): Promise<boolean> {
    const found = await shared.read();
    if (!found || held.isThis(found.value) || found.leftMs <= 0) return false;
    hold(found, clock.now() - (found.lifeMs - found.leftMs), found.lifeMs);
    return true;
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
    pace.failedElsewhere(met.failures, met.pauseMs);
    return 'settled';
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
      const mayAsk = lock === 'ours' || (lock === 'unknown' && pace.requests < sharedToken.ownShare(MOST_REQUESTS));
      if (mayAsk) return ask().finally(() => sharedToken.releaseLock());
      if (lock !== 'other') {
        if (found === 'nothing') lastFault = { kind: 'unauthorized', code: 'too_many_token_requests' };
        // Another process may have a token by then. Looking for it reads the store and costs no CRM request.
        pace.pause(LOOK_AT_STORE_MS);
        return;
      }
      if (clock.now() >= until) {
        lastFault = { kind: 'timeout', code: 'token_of_another_process' };
        return;
      }
      if (!(await pause(clock, LOOK_AGAIN_MS))) return;
    }
  }

  async function ask(): Promise<void> {
    const askedAt = clock.now();
    pace.requested();
    const answer = await sender.send(request, REFRESH_CAP_MS);
    const grant = readTokenAnswer(answer);
    if ('code' in grant) {
      lastFault = grant;
      const wasSent = !('failed' in answer) || answer.started;
      const old = held.usable();
      const pauseMs = wasSent ? pace.failed(old !== null && clock.now() < old.expiresAt) : pace.neverLeft();
      await options.sharedToken?.failed({ ...grant, failures: pace.failuresInARow, pauseMs }, wasSent);
      return;
    }
    const origin = apiOrigin(home, grant.apiDomain, options.allowedApiHosts);
    const token = { value: grant.accessToken, origin, scope: grant.scope };
    hold(token, askedAt, grant.lifeMs);
    await options.sharedToken?.write({ ...token, lifeMs: grant.lifeMs, leftMs: grant.lifeMs });
  }

  function refreshOnce(): Promise<void> {
    inFlight ??= renew().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  const noToken = (): NoToken => ({ unavailable: 'fault', ...lastFault, retryAfterMs: pace.waitMs() });

  return {
    async current(maxWaitMs, signal) {
      const token = held.usable();
      if (token && clock.now() < token.renewAt) return token;
      // The old token may still work; only a 401 from the CRM proves that it does not.
      if (inFlight === null && pace.waitMs() > 0) return token ?? noToken();
      const renewal = refreshOnce();
      if (token && clock.now() < token.expiresAt) return token;
      const waited = await firstOf(renewal, clock, maxWaitMs, signal);
      if (waited !== 'settled') return { unavailable: waited };
      return held.usable() ?? token ?? noToken();
    },
    refused(generation) {
      const refusedYoung = held.refuse(generation, clock.now());
      // The first refusal may mean a revoked token: replace it at once. Then slow down, to save some of the allowance.
      if (refusedYoung > 1) pace.pauseAfter(refusedYoung - 1);
    },
  };
}

async function firstOf(
  renewal: Promise<void>,
  clock: MonotonicClock,
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
