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
