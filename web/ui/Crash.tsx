import { Component, type ReactNode, Suspense } from 'react';
import { queryClient, siteQuery } from '../api/query-client.ts';
import { GATE, HELP } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo, Tile } from './drawings.tsx';
import { PhoneNumber } from './PhoneNumber.tsx';

interface CrashProps {
  children: ReactNode;
  /** For a part of a screen: what stands in its place. */
  instead?: ReactNode;
}

/** Error boundary: shown when a screen cannot render, for instance because a deployment removed its chunk. */
export class Crash extends Component<CrashProps, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    const { children, instead } = this.props;
    if (!this.state.crashed) return children;
    if (instead !== undefined) return instead;
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
        <Reload />
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

function Reload() {
  return <Button onClick={() => window.location.reload()}>{GATE.crash.reload}</Button>;
}

/** In the place of a part that the visitor may need. */
export const PART_FAILED = (
  <div role="alert">
    <p>{GATE.crash.part}</p>
    <Reload />
  </div>
);

interface ExtraProps {
  children: ReactNode;
  loading?: ReactNode;
  failed?: ReactNode;
}

/** A lazy-loaded part without which the page is readable: if it cannot be loaded, the rest stays. */
export function Extra({ children, loading, failed = null }: ExtraProps) {
  return (
    <Crash instead={failed}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Crash>
  );
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
