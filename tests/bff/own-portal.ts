import { afterAll, type TestContext } from 'vitest';
import type { Clock } from '../../bff/crm/clock.ts';
import { type Portal, startPortal } from './portal.ts';

/** A portal for one test file, closed after its last test. */
export async function openPortal(...how: Parameters<typeof startPortal>): Promise<Portal> {
  const portal = await startPortal(...how);
  afterAll(() => portal.close());
  return portal;
}

/** A portal for this test alone, so that slow tests can run at the same time. */
export async function ownPortal({ onTestFinished }: TestContext, clock?: Clock): Promise<Portal> {
  const portal = await startPortal({}, undefined, {}, clock);
  onTestFinished(() => portal.close());
  return portal;
}
