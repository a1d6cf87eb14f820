import { describe, expect, test } from 'vitest';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { expectReported, startWork } from './at-work.ts';

// Faults 01, 02, 03 and 08: the deadlines are the product's own, so these tests take as long as a visitor waits.

describe.concurrent('reliability §2.2 a slow CRM', () => {
  test('fault 01: if the CRM takes two seconds, plus or minus one, the portal waits, and the work is done once', async (context) => {
    const { fault, save, savedAge, noAnswer, noted, look } = await startWork(context);
    await fault({ kind: 'latency', ms: 1_000 });
    await fault({ kind: 'latency', ms: 2_000, rate: 0.5, seed: 7 });
    const answers = await Promise.all([look(), save(), noAnswer('outcome-1')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await savedAge()).toBe('3-4');
    expect(await noted()).toEqual({ notes: 1, calls: 1 });
  });

  test('fault 02: a read that takes too long is cancelled and reported; the stats come from memory, with their age', async (context) => {
    const { pass, fault, calm, healed, look, open, stats } = await startWork(context);
    expect((await stats()).status).toBe(200);
    pass(5 * 60_000);
    await fault({ kind: 'hang' });
    const [quote, lead, figures] = await Promise.all([look(), open(), stats()]);
    expectReported(quote, 'crm_unavailable');
    expectReported(lead, 'crm_unavailable');
    expect(figures.status).toBe(200);
    expect((figures.body.result as { ageSeconds: number }).ageSeconds).toBeGreaterThanOrEqual(300);
    await calm();
    await healed(look);
  });

  test('fault 03: a write that takes too long is checked and reported as unknown; the same press completes it', async (context) => {
    const { fault, calm, healed, save, savedAge, noAnswer, noted } = await startWork(context);
    await fault({ kind: 'hang', match: '(PUT .*/Deals|POST .*/Calls$)' });
    const [saved, outcome] = await Promise.all([save(), noAnswer('outcome-1')]);
    expectReported(saved, 'outcome_unknown');
    expectReported(outcome, 'outcome_unknown');
    await calm();
    await healed(save);
    await healed(() => noAnswer('outcome-1'));
    expect(await savedAge()).toBe('3-4');
    expect(await noted()).toEqual({ notes: 1, calls: 1 });
  });

  test('fault 08: the deadline ends an answer of one byte a second, or of headers and nothing more', async (context) => {
    const { fault, look, save } = await startWork(context);
    await fault({ kind: 'drip', ms: 1_000, match: '/coql' });
    const [quote, saved] = await Promise.all([look(), save()]);
    expectReported(quote, 'crm_unavailable');
    expectReported(saved, 'crm_unavailable');
  });

  test('a save does not fail while refreshed prices are late: the cached ones are fresh enough', async (context) => {
    const { portal, pass, fault } = await startWork(context);
    await portal.settled();
    pass(2_000);
    await fault({ kind: 'hang', match: '/coql', sent: 'from Products' });
    const anna = portal.as('anna');
    expect((await anna.get('/api/contacts/verify')).status).toBe(200);
    await portal.struck(1);
    const chosen = { survey1_battery_box_distance_m: '4', gaikan_saltion_battery_modules: '6' };
    const { status, body } = await anna.put(anna.deal, { props: chosen });
    expect([status, (body.deal as Deal).survey1_calc?.module?.num_modules]).toEqual([200, 6]);
  });
});
