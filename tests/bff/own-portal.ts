import type { TestContext } from 'vitest';
import { type Portal, startPortal } from './portal.ts';

/** A portal for this test alone, so that slow tests can run at the same time. */
export async function ownPortal({ onTestFinished }: TestContext): Promise<Portal> {
  const portal = await startPortal();
  onTestFinished(() => portal.close());
  return portal;
}
