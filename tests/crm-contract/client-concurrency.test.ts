import { describe, expect, test } from 'vitest';
import type { Priority } from '../../crm-contract/call-options.ts';
import { hurriedClock } from './clocks.ts';
import { CONTACT_ID, connect, errorOf } from './connect.ts';
import { type Answer, empty } from './fault-crm.ts';

/** Answers a moment after this many calls have come, so that the test would see one call too many. */
function onceThereAre(calls: number): Answer {
  const waiting: (() => void)[] = [];
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return (response, seen) => {
    waiting.push(() => empty(204)(response, seen));
    if (waiting.length === calls) setTimeout(answerAll, 5);
  };
}

describe('reliability §1.2 the client keeps to its concurrency', () => {
  test('12 reads at once share 4 slots', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 4 });
    server.answers(onceThereAre(4));
    const reads = Array.from({ length: 12 }, () => crm.contacts.read(CONTACT_ID, context({ priority: 'sign' })));
    expect(await Promise.all(reads)).toEqual(Array(12).fill(null));
    expect(server.mostAtOnce()).toBe(4);
  });

  test('a lower number of slots applies, a number above its own does not', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 4 });
    const twelve = () =>
      Promise.all(Array.from({ length: 12 }, () => crm.contacts.read(CONTACT_ID, context({ priority: 'sign' }))));
    crm.setSlots(2);
    server.answers(onceThereAre(2));
    await twelve();
    expect(server.mostAtOnce()).toBe(2);
    crm.setSlots(9);
    server.answers(onceThereAre(4));
    await twelve();
    expect(server.mostAtOnce()).toBe(4);
  });

  test('a person waits two seconds for a slot, background work until its deadline', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 1 });
    // Three seconds of the client's clock, which runs fast.
    server.answers((response, seen) => hurriedClock().after(3_000, () => empty(204)(response, seen)));
    const read = (priority: Priority) => crm.deals.read(CONTACT_ID, context({ priority }));
    const first = crm.contacts.read(CONTACT_ID, context({ priority: 'sign' }));
    await expect.poll(() => server.seen.length, { interval: 5 }).toBe(1);
    const later = read('background');
    expect(await errorOf(read('save'))).toMatchObject({ kind: 'busy', sent: 'no' });
    expect(await Promise.all([first, later])).toEqual([null, null]);
  });

  test('an aborted read keeps its slot until the CRM answers, because the CRM may still work on it', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 1 });
    const order: string[] = [];
    const answering = Promise.withResolvers<void>();
    server.answers((response, seen) => {
      order.push('asked');
      void answering.promise.then(() => {
        order.push('answered');
        empty(204)(response, seen);
      });
    });
    const tab = new AbortController();
    const left = errorOf(crm.contacts.read(CONTACT_ID, context({ priority: 'sign', signal: tab.signal })));
    await expect.poll(() => order, { interval: 5 }).toEqual(['asked']);
    tab.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    const next = crm.deals.read(CONTACT_ID, context({ priority: 'sign' }));
    // Waits for one round trip to the server.
    await (await fetch(`${server.url}/oauth/v2/token`, { method: 'POST' })).text();
    answering.resolve();
    expect(await next).toBeNull();
    expect(order).toEqual(['asked', 'answered', 'asked', 'answered']);
  });

  test('a full queue answers busy at once, with nothing sent', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 1 });
    server.answers(() => {});
    const calls = Array.from({ length: 6 }, () => errorOf(crm.deals.update(CONTACT_ID, { Stage: 'x' }, context())));
    const error = await calls[5];
    expect(error).toMatchObject({ kind: 'busy', sent: 'no', retryAfterMs: 2_000 });
    expect(server.seen.length).toBeLessThanOrEqual(1);
    await crm.close();
    await Promise.all(calls);
  });
});
