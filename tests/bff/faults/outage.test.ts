import { describe, expect, test } from 'vitest';
import { expectReported, startWork } from './at-work.ts';

// All of reliability §2.2: the CRM fails and recovers. Faults that are about more than the CRM's answers are elsewhere:
// fault 34 in sign.test.ts and actions-conflicts.test.ts, fault 35 in tests/load and sign.test.ts, fault 36 in
// write-safety.test.ts, sign.test.ts and tests/e2e, fault 37 in photos-once.test.ts, faults 38 and 39 in
// tests/shared-store.

const GONE: [string, object][] = [
  ['every call fails', { kind: 'status', status: 503 }],
  ['every connection breaks', { kind: 'reset' }],
];

describe.concurrent('promise 6: the portal recovers after the CRM failed', () => {
  test.for(GONE)(
    '%s: writes say at once that nothing was sent, figures come from memory, and 5 s after the end all requests succeed',
    async ([, gone], context) => {
      const work = await startWork(context);
      const { portal, pass, fault, calm, healed, look, save, savedAge, noAnswer, noted, open, leads, stats } = work;
      expect((await stats()).status).toBe(200);
      pass(3 * 60_000);
      await fault(gone);
      for (let round = 0; round < 3; round += 1) await Promise.all([look(), open(), leads(), save()]);

      const calls = await portal.crmCallsOf(async () => {
        // The figures come from memory. Their refresh fails, and they must stay.
        expect((await stats()).status).toBe(200);
        for (const answer of [await look(), await open(), await save(), await noAnswer('outcome-1')]) {
          expectReported(answer, 'crm_unavailable');
          expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5);
        }
        const figures = await stats();
        expect(figures.status).toBe(200);
        expect((figures.body.result as { ageSeconds: number }).ageSeconds).toBeGreaterThanOrEqual(180);
      });
      // On a slow machine the circuit breaker may send its probe meanwhile.
      expect(calls.length).toBeLessThanOrEqual(1);
      expect((await portal.call('GET', '/readyz')).status).toBe(200);

      await calm();
      await context.expect.poll(async () => (await look()).status, { interval: 100 }).toBe(200);
      const answers = await Promise.all([look(), open(), leads(), save(), noAnswer('outcome-1')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await savedAge()).toBe('3-4');
      expect(await noted()).toEqual({ notes: 1, calls: 1 });
      await healed(stats);
      await context.expect
        .poll(async () => ((await stats()).body.result as { ageSeconds: number }).ageSeconds)
        .toBeLessThan(60);
    },
  );

  test('a port that is closed for three seconds is reported, and then requests succeed again', async (context) => {
    const { fault, healed, look, save, savedAge } = await startWork(context);
    await fault({ kind: 'refuse', ms: 3_000, match: '/coql', times: 1 });
    await look();
    const during = await Promise.all(Array.from({ length: 12 }, look));
    for (const answer of during) if (answer.status !== 200) expectReported(answer, 'crm_unavailable');
    expect(during.some(({ status }) => status !== 200)).toBe(true);
    await healed(look);
    await healed(save);
    expect(await savedAge()).toBe('3-4');
  });

  test('of thirty changes of one deal at once some wait for the lock and the others get "busy" at once; another deal is free, and no lock is left', async (context) => {
    const { fault, save, savedAge, ask } = await startWork(context);
    await fault({ kind: 'latency', ms: 100, match: 'PUT ' });
    const ages = ['1-2', '2-3'];
    const changes = Array.from({ length: 30 }, (_, n) => save(ages[n % 2]));
    expect((await ask('question-1')).status).toBe(200);
    const answers = await Promise.all(changes);
    const told = answers.filter(({ status }) => status !== 200);
    expect(told.length).toBeGreaterThan(0);
    for (const answer of told) expectReported(answer, 'busy');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(ages).toContain(await savedAge());
    expect((await save('3-4')).status).toBe(200);
  });
});
