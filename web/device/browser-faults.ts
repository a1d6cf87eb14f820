const FAULTS = '/browser-faults';
/** A page that fails again and again says so a few times. */
const MOST_OF_A_PAGE = 5;

/** Reports to the server the faults that nothing caught: the name and where in our code, not what it said. */
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
