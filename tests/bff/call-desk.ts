import { afterAll, afterEach } from 'vitest';
import { startPortal } from './portal.ts';
import { ownersOf, staffOf } from './staff.ts';

/** A portal of a test file's own with Sanne at work in it: as new after every test, closed after the last. */
export async function openCallDesk() {
  const portal = await startPortal();
  afterEach(() => portal.reset());
  afterAll(() => portal.close());
  const owners = await ownersOf(portal);
  return { portal, owners, staff: staffOf(portal, owners.sanne) };
}
