/** Pauses before the three repeats of §9. */
const PAUSES_MS = [0, 1_000, 3_000, 8_000];
const LONGEST_PAUSE_MS = 15_000;

/** Failures after which the same bytes may still succeed: no answer, timeout, too many requests, server error. */
export function mayPass(status: number) {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The pause before retry number `retry` (from 0), plus up to a quarter at random. */
export function pauseMs(retry: number, retryAfter: string | null, random = Math.random()) {
  const asked = Number(retryAfter ?? 0) * 1_000;
  const own = PAUSES_MS[Math.min(retry, PAUSES_MS.length - 1)] ?? 0;
  return Math.max(own * (1 + random / 4), Number.isFinite(asked) && retry > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : 0);
}
