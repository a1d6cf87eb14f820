import { Component, type ReactNode } from 'react';
import { queryClient, siteQuery } from '../api/query-client.ts';
import { GATE, HELP } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo, Tile } from './drawings.tsx';
import { PhoneNumber } from './PhoneNumber.tsx';

/** Error boundary: shown when a screen cannot render, for instance because a deployment removed its chunk. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    // Read from the cache: nothing else can be relied on after a crash.
    const phone = queryClient.getQueryData(siteQuery.queryKey)?.seller.phone;
    return (
      <main className="page page-narrow">
        <Logo />
        <Tile of="plug" />
        <div role="alert">
          <h1>{GATE.crash.title}</h1>
          <p className="lead">{GATE.crash.explanation}</p>
        </div>
        <Button onClick={() => window.location.reload()}>{GATE.crash.reload}</Button>
        {phone && (
          <p>
            {HELP.call} <PhoneNumber of={phone} />
          </p>
        )}
        <p className="small" lang="en">
          {GATE.error.title}
        </p>
      </main>
    );
  }
}

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
