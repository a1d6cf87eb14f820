import { describe, expect, test } from 'vitest';
import { expectReported, startWork } from './at-work.ts';

// Faults 19 and 20: the CRM says that there are too many calls.

describe.concurrent('reliability §2.2 429', () => {
  test('fault 19: after a short burst of 429 every request succeeds, once', async (context) => {
    const { fault, look, save, savedAge, ask, asked, noAnswer, noted } = await startWork(context);
    await fault({ kind: 'status', status: 429, times: 4 });
    const answers = await Promise.all([look(), save(), ask('question-1'), noAnswer('outcome-1')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await savedAge()).toBe('3-4');
    expect(await asked()).toEqual({ notes: 1, tasks: 1 });
    expect(await noted()).toEqual({ notes: 1, calls: 1 });
  });

  test('fault 19: while every answer is 429, the portal answers "busy", stores nothing and makes fewer calls at once; afterwards it recovers', async (context) => {
    const { portal, fault, calm, healed, look, save, savedAge, noAnswer } = await startWork(context);
    await fault({ kind: 'status', status: 429 });
    for (const answer of await Promise.all([look(), save(), noAnswer('outcome-1')])) expectReported(answer, 'busy');
    await portal.sandbox('DELETE', '/sandbox/at-once');
    await Promise.all(Array.from({ length: 20 }, look));
    expect((await portal.sandbox<{ most: number }>('GET', '/sandbox/at-once')).most).toBeLessThanOrEqual(4);
    // This read needs a CRM that answers.
    await calm();
    expect(await savedAge()).toBeNull();
    await healed(look);
  });

  test('fault 20: without credits calls are refused at once with a long Retry-After, the CRM gets one probe for reads and one for writes, and the stats come from memory', async (context) => {
    const { portal, pass, look, save, open, stats } = await startWork(context, { credits: 60 });
    expect((await stats()).status).toBe(200);
    while ((await look()).status === 200);
    pass(10 * 60_000);
    const calls = await portal.crmCallsOf(async () => {
      for (const answer of [await look(), await save(), await open()]) {
        expectReported(answer, 'busy');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(300);
      }
    });
    // The first call finds no credits left. Then the portal sends only a save, because credits may be back.
    expect(calls.map(({ status }) => status)).toEqual([429, 429]);
    const figures = await stats();
    expect(figures.status).toBe(200);
    expect((figures.body.result as { ageSeconds: number }).ageSeconds).toBeGreaterThanOrEqual(600);
  });
});
