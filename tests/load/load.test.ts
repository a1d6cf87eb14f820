import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listSubjects, type Subject } from '../soak/stage-crm.ts';
import { type ChildPortal, startChildPortal } from './child-portal.ts';
import { crowd } from './overload.ts';
import { restartUnderLoad } from './restarts.ts';

// Reliability 5, G6 and G8: the promises under load. The figures, with more of everything: `npm run bench -- load`.

/** Nothing here depends on time, but a busy machine is slow. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The CRM's limit of simultaneous calls, and the portal's share of it. */
const [CRM_SLOTS, OUR_SLOTS] = [10, 8];
const REQUESTS = 600;

describe('ten times more requests at once than the CRM can take', () => {
  let portal: ChildPortal;
  let people: Subject[];
  beforeAll(async () => {
    portal = await startChildPortal({ contacts: 100, concurrency: CRM_SLOTS, latencyMs: 20 });
    people = await listSubjects(portal.crmUrl);
    // Runs a first crowd, so that the memory of the start does not count.
    await crowd(portal, people, 200);
    await portal.sandbox('DELETE', '/sandbox/at-once');
    await portal.sandbox('DELETE', '/sandbox/requests');
  });
  afterAll(() => portal.close());

  test('promise 6: everybody gets the right answer, in order; the CRM never gets more than our share', async () => {
    const { rightMs, wrong, saved, alive, grownMb } = await crowd(portal, people, REQUESTS);
    expect(wrong).toEqual([]);
    expect(rightMs).toHaveLength(REQUESTS);
    expect((await portal.sandbox<{ most: number }>('GET', '/sandbox/at-once')).most).toBeLessThanOrEqual(OUR_SLOTS);
    expect((await portal.requests()).filter(({ status }) => status !== 200)).toEqual([]);
    for (const [dealId, panels] of saved) {
      expect((await portal.record('Deals', dealId)).survey1_number_of_panels).toBe(panels);
    }
    expect(alive.answered).toBe(alive.asked);
    expect(grownMb).toBeLessThan(150);
  });

  test('promise 8: a process that is asked to stop while it is busy still answers the requests that it received', async () => {
    const { hostname, port } = new URL(portal.url());
    let answers: Promise<string>[] = [];
    await portal.restart('SIGTERM', async () => {
      const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname));
      answers = sockets.map((socket) => text(socket).catch((error: Error) => error.message));
      const asking = sockets.map(
        (socket) => new Promise((sent) => socket.write('GET /livez HTTP/1.1\r\nHost: portal.test\r\n\r\n', sent)),
      );
      await Promise.all(asking);
    });
    const firstLines = (await Promise.all(answers)).map((answer) => answer.split('\r\n')[0]);
    expect(new Set(firstLines)).toEqual(new Set(['HTTP/1.1 200 OK']));
  });

  test('promise 8, fault 35: if the process is killed in the middle of a press, the same press completes it, and no note or call comes twice', async () => {
    const ledger = await restartUnderLoad(portal, people.slice(0, 8), Array(2).fill('SIGKILL'));
    expect(ledger.missing).toEqual([]);
    expect(ledger.doubled.filter((what) => !what.startsWith('06-'))).toEqual([]);
    expect(ledger.confirmed).toBeGreaterThan(8 * 2);
  });
});
