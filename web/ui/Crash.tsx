import { Component, type ReactNode } from 'react';
import { GATE } from '../texts/gate.ts';
import { Button } from './Button.tsx';
import { Tile } from './Tile.tsx';

/** Shown when a screen cannot be drawn, for instance because a new version replaced a chunk of the old one. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main className="page page-narrow">
        <Tile of="plug" />
        <div role="alert">
          <h1>{GATE.error.title}</h1>
          <p className="lead">{GATE.crash.explanation}</p>
        </div>
        <Button onClick={() => window.location.reload()}>{GATE.crash.reload}</Button>
      </main>
    );
  }
}
