import type { TestContext } from 'vitest';
import type { Clock } from '../../bff/crm/clock.ts';
import { type Portal, startPortal } from './portal.ts';

/** A portal for this test alone, so that slow tests can run at the same time. */
export async function ownPortal({ onTestFinished }: TestContext, clock?: Clock): Promise<Portal> {
  const portal = await startPortal({}, undefined, {}, clock);
  onTestFinished(() => portal.close());
  return portal;
}
