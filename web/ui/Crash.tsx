import { Component, type ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { siteQuery } from '../api/site-query.ts';
import { phoneUrl } from '../paths.ts';
import { GATE } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo } from './Logo.tsx';
import { Tile } from './Tile.tsx';

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
          <p className="small" lang="en">
            {GATE.error.title}
          </p>
          <h1>{GATE.crash.title}</h1>
          <p className="lead">{GATE.crash.explanation}</p>
        </div>
        <Button onClick={() => window.location.reload()}>{GATE.crash.reload}</Button>
        {phone && (
          <p>
            {GATE.error.call}{' '}
            <a className="phone" href={phoneUrl(phone)}>
              {phone}
            </a>
          </p>
        )}
      </main>
    );
  }
}
