import { Component, type ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { siteQuery } from '../api/site-query.ts';
import { phoneUrl } from '../paths.ts';
import { GATE } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo } from './Logo.tsx';
import { Tile } from './Tile.tsx';

/** Shown when a screen cannot be drawn, for instance because a new version replaced a chunk of the old one. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    // Whatever broke: what is known of the seller is read where it lies.
    const phone = queryClient.getQueryData(siteQuery.queryKey)?.seller.phone;
    return (
      <main className="page page-narrow">
        <Logo />
        <Tile of="plug" />
        <div role="alert">
          <h1>{GATE.error.title}</h1>
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
