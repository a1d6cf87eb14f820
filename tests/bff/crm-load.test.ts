import { expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';

// What an operator sees of a CRM that is slower than demand: slots in use, waiting calls, and waiting time.

const portal = await openPortal({ CRM_MAX_CONCURRENCY: '1' });
await portal.settled();

async function metric(name: string): Promise<number> {
  const { body } = await portal.call('GET', '/metrics');
  const lines = [...String(body).matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  if (lines.length === 0) throw new Error(`no metric ${name}`);
  return lines.reduce((sum, [, value]) => sum + Number(value), 0);
}

const gauges = async () =>
  Object.fromEntries(
    await Promise.all(
      ['places', 'places_in_use', 'places_fullness', 'calls_waiting'].map(async (name) => [
        name,
        await metric(`crm_${name}`),
      ]),
    ),
  );

test('metrics show the slots in use and the waiting calls, and count the time of waiting apart from the CRM’s own time', async () => {
  const quiet = { places: 1, places_in_use: 0, places_fullness: 0, calls_waiting: 0 };
  expect(await gauges()).toEqual(quiet);
  const [waitedBefore, tookBefore] = [await metric('crm_place_wait_seconds_sum'), await metric('crm_call_seconds_sum')];

  await portal.fault({ kind: 'latency', ms: 1_500, times: 1 });
  const first = portal.as('anna').get('/api/contacts/verify');
  await portal.struck(1);
  const second = portal.as('bram').get('/api/contacts/verify');
  const both = { ...quiet, places_in_use: 1, places_fullness: 1, calls_waiting: 1 };
  await expect.poll(gauges).toEqual(both);

  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  expect(await gauges()).toEqual(quiet);
  // The second call waits while the CRM works on the first. Its wait is not part of its own CRM time.
  const waited = (await metric('crm_place_wait_seconds_sum')) - waitedBefore;
  const took = (await metric('crm_call_seconds_sum')) - tookBefore;
  expect(waited).toBeGreaterThan(0);
  expect(took - waited).toBeGreaterThan(0);
});

test('a call that never reached the CRM counts as failed, not as a quick answer of the CRM', async () => {
  await portal.fault({ kind: 'status', status: 503 });
  const unreachable = async (name: string) =>
    new RegExp(`^${name}\\{[^}]*outcome="unreachable"\\} [1-9]`, 'm').test(
      String((await portal.call('GET', '/metrics')).body),
    );
  while (!(await unreachable('crm_calls_total'))) await portal.as('anna').get('/api/contacts/verify');
  expect(await unreachable('crm_call_seconds_count')).toBe(false);
});
