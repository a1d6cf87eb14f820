const FAULTS = '/browser-faults';
/** Most reports per page load. */
const MOST_OF_A_PAGE = 5;

/** Reports uncaught errors to the server: name and stack, without the message. */
export function reportFaults(): void {
  let reported = 0;
  const report = (fault: unknown) => {
    if (!(fault instanceof Error) || reported >= MOST_OF_A_PAGE) return;
    reported += 1;
    const { name, message, stack = '' } = fault;
    const body = JSON.stringify({ name, stack: stack.replace(message, '').slice(0, 8_000) });
    navigator.sendBeacon(FAULTS, new Blob([body], { type: 'application/json' }));
  };
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
