import { afterAll, afterEach, onTestFinished, type TestContext } from 'vitest';
import { type Portal, startPortal } from './portal.ts';

type How = Parameters<typeof startPortal>;

/** A portal for one test file or group of tests, closed after its last test. */
export async function openPortal(...how: How): Promise<Portal> {
  const portal = await startPortal(...how);
  afterAll(() => portal.close());
  return portal;
}

/** The same, with a fresh CRM after every test. */
export async function openFreshPortal(...how: How): Promise<Portal> {
  const portal = await openPortal(...how);
  afterEach(() => portal.reset());
  return portal;
}

/** A portal for one test alone; its context is needed by tests that run at the same time. */
export async function portalOf(test: Pick<TestContext, 'onTestFinished'>, ...how: How): Promise<Portal> {
  const portal = await startPortal(...how);
  test.onTestFinished(() => portal.close());
  return portal;
}

/** A portal for the running test alone. */
export const ownPortal = (...how: How) => portalOf({ onTestFinished }, ...how);
