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

/** §9: the longest time without progress while sending. */
const SENDING_MS = 30_000;
/** After everything is sent, the server stores it and there is no progress to see. */
const STORING_MS = 60_000;

const stalled = new WeakSet<XMLHttpRequest>();

/** Whether a request was ended for lack of progress. */
export function hasStalled(request: XMLHttpRequest) {
  return stalled.has(request);
}

/**
 * Ends a request without progress. Uppy's own timer starts at the first progress and only emits an event; and it
 * ignores `abort`, so the end is passed to it as an error, which it may retry.
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
