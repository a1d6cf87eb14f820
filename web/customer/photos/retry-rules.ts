/** Pauses before the three retries of §9. */
const PAUSES_MS = [0, 1_000, 3_000, 8_000];
const LONGEST_PAUSE_MS = 15_000;

/** Failures that a retry may solve: no answer, timeout, too many requests, server error. */
export function mayPass(status: number) {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The pause before retry number `retry` (from 0), plus up to 25 % jitter. */
export function pauseMs(retry: number, retryAfter: string | null, random = Math.random()) {
  const asked = Number(retryAfter ?? 0) * 1_000;
  const own = PAUSES_MS[Math.min(retry, PAUSES_MS.length - 1)] ?? 0;
  return Math.max(own * (1 + random / 4), Number.isFinite(asked) && retry > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : 0);
}

/** §9: the longest time without progress while sending. */
const SENDING_MS = 30_000;
/** After the last byte the server stores the file, without visible progress. */
const STORING_MS = 60_000;

const stalled = new WeakSet<XMLHttpRequest>();

export function hasStalled(request: XMLHttpRequest) {
  return stalled.has(request);
}

/**
 * Aborts a request without progress. Uppy's own timer starts only at the first progress and only emits an event. Uppy
 * also ignores `abort`, so the abort is reported as an error, which Uppy may retry.
 */
export function watchForStall(request: XMLHttpRequest, sendingMs = SENDING_MS, storingMs = STORING_MS) {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled.add(request);
      request.abort();
      request.onerror?.(new ProgressEvent('error'));
    }, ms);
  };
  wait(sendingMs);
  request.upload.addEventListener('progress', () => wait(sendingMs));
  request.upload.addEventListener('load', () => wait(storingMs));
  request.addEventListener('loadend', () => clearTimeout(timer));
}
