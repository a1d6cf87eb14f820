import { describe, expect } from 'vitest';
import type { Priority } from '../../crm-contract/call-options.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, flatError, success, test } from './connect.ts';
import { type Answer, empty, json } from './fault-crm.ts';

/** Answers that the test releases. */
function held(answer: Answer) {
  const waiting: (() => void)[] = [];
  const hold: Answer = (response, seen) => waiting.push(() => answer(response, seen));
  const letGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { hold, letGo };
}

const many = <T>(count: number, work: () => Promise<T>) => Array.from({ length: count }, work);

describe('reliability §1.2 equal reads in flight are one call', () => {
  test.each<Priority>(['read', 'staff'])('twenty viewers of the same contact cost one call (%s)', async (priority) => {
    const { crm, server, context } = await connect();
    server.answers(json(200, { data: [{ id: CONTACT_ID, Full_Name: 'Jan' }] }));
    const reads = await Promise.all(many(20, () => crm.contacts.read(CONTACT_ID, context({ priority }))));
    expect(new Set(reads.map((contact) => contact?.Full_Name))).toEqual(new Set(['Jan']));
    expect(server.seen).toHaveLength(1);
    await crm.contacts.read(CONTACT_ID, context({ priority }));
    expect(server.seen).toHaveLength(2);
  });

  test('reads of different records are different calls', async ({ crm, server, context }) => {
    const look = context({ priority: 'read' });
    await Promise.all([crm.contacts.read(CONTACT_ID, look), crm.deals.read(DEAL_ID, look)]);
    expect(server.seen).toHaveLength(2);
  });

  test.each<Priority>(['sign', 'save', 'upload', 'background'])(
    'a read for %s always gets its own call',
    async (priority) => {
      const { crm, server, context } = await connect();
      await Promise.all(many(3, () => crm.contacts.read(CONTACT_ID, context({ priority }))));
      expect(server.seen).toHaveLength(3);
    },
  );

  test('a read after a write of ours does not join a read from before it', async ({ crm, server, context }) => {
    const { hold, letGo } = held(empty(204));
    const look = context({ priority: 'read' });
    server.answers(hold);
    let isOver = false;
    const before = crm.contacts.read(CONTACT_ID, look).then(() => {
      isOver = true;
    });
    await expect.poll(() => server.seen.length).toBe(1);
    server.answers(success(200, CONTACT_ID));
    await crm.contacts.update(CONTACT_ID, { Last_Name: 'Jansen' }, context());
    server.answers(empty(204));
    await crm.contacts.read(CONTACT_ID, look);
    expect(isOver).toBe(false);
    letGo();
    await before;
  });

  test('a failure is shared too: none of twenty callers asks again', async ({ crm, server, context }) => {
    const { hold, letGo } = held(flatError(400, 'INVALID_DATA'));
    server.answers(hold);
    const reads = many(20, () => errorOf(crm.contacts.read(CONTACT_ID, context({ priority: 'read' }))));
    await expect.poll(() => server.seen.length).toBe(1);
    server.answers(empty(204));
    letGo();
    expect(new Set((await Promise.all(reads)).map(({ code }) => code))).toEqual(new Set(['INVALID_DATA']));
    expect(server.seen).toHaveLength(1);
  });

  test('when the first caller leaves, the others still get the answer', async ({ crm, server, context }) => {
    const { hold, letGo } = held(empty(204));
    server.answers(hold);
    const visitor = new AbortController();
    const first = crm.contacts.read(CONTACT_ID, context({ priority: 'read', signal: visitor.signal }));
    const others = many(3, () => crm.contacts.read(CONTACT_ID, context({ priority: 'read' })));
    await expect.poll(() => server.seen.length).toBe(1);
    visitor.abort();
    expect((await errorOf(first)).kind).toBe('cancelled');
    await expect.poll(() => server.seen.length).toBe(2);
    letGo();
    expect(await Promise.all(others)).toEqual([null, null, null]);
    expect(server.seen).toHaveLength(2);
  });
});
