const FAULTS = '/browser-faults';
/** A page that fails again and again says so a few times. */
const MOST_OF_A_PAGE = 5;

/** Tells the server of faults that nothing caught: the name and where in our code, not what it said. */
export function reportFaults(): void {
  let told = 0;
  const tell = (fault: unknown) => {
    if (!(fault instanceof Error) || told >= MOST_OF_A_PAGE) return;
    told += 1;
    const { name, message, stack = '' } = fault;
    const body = JSON.stringify({ name, stack: stack.replace(message, '').slice(0, 8_000) });
    navigator.sendBeacon(FAULTS, new Blob([body], { type: 'application/json' }));
  };
  window.addEventListener('error', ({ error }) => tell(error));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
