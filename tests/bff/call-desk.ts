import { afterEach } from 'vitest';
import { openPortal } from './own-portal.ts';
import { ownersOf, staffOf } from './staff.ts';

/** A portal for one test file with Sanne working in it: reset after every test, closed after the last. */
export async function openCallDesk() {
  const portal = await openPortal();
  afterEach(() => portal.reset());
  const owners = await ownersOf(portal);
  /** The first deal of this person, as the CRM holds it. */
  const dealOf = (name: string) => portal.record('Deals', portal.as(name).dealId);
  return { portal, owners, staff: staffOf(portal, owners.sanne), dealOf };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The same with Tom and a clock that can be moved forward; the portal's memory is cleared after every test. */
export async function openTeamDesk() {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const portal = await openPortal({}, clock);
  afterEach(async () => {
    clock.offsetMs = 0;
    await portal.reset();
    await portal.restart();
  });
  const owners = await ownersOf(portal);
  const [sanne, tom] = [staffOf(portal, owners.sanne), staffOf(portal, owners.tom)];
  return { portal, clock, owners, sanne, tom };
}
