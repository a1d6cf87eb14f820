/** §9: how long nothing may move while sending. */
const SENDING_MS = 30_000;
/** When all is sent, the server is storing it and there is nothing to see. */
const STORING_MS = 60_000;

const stalled = new WeakSet<XMLHttpRequest>();

/** Whether a request ended because nothing moved any more. */
export function hasStalled(request: XMLHttpRequest) {
  return stalled.has(request);
}

/**
 * Ends a request in which nothing moves. Uppy's own timer starts at the first progress and only tells of it; and it does
 * not hear `abort`, so the end is told to it as an error, which it may then repeat.
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
