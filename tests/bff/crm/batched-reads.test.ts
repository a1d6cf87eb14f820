import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BatchedReads, MOST_ROWS } from '../../../bff/crm/batched-reads.ts';
import { type CrmCallOptions, deadlineIn } from '../../../crm-contract/call-options.ts';
import { CrmError, type CrmErrorKind } from '../../../crm-contract/errors.ts';

interface Row {
  id: string;
  link: string;
}

/** A query as sent to the CRM, which waits for its slot and then for its answer. */
interface Asked {
  begin(): readonly string[];
  answer(rows: Row[] | CrmErrorKind): void;
  crmOptions: CrmCallOptions;
}

const refused = (kind: CrmErrorKind) => new CrmError({ kind, operation: 'query.Contacts', sent: 'no' });
const looking = (more: Partial<CrmCallOptions> = {}): CrmCallOptions => ({
  priority: 'read',
  deadline: deadlineIn(8_000),
  ...more,
});
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Reads whose queries a test starts and answers by hand. */
function byHand() {
  const asked: Asked[] = [];
  const smaller: number[] = [];
  let written = () => {};
  const reads = new BatchedReads<Row>(
    {
      onWrite: (listen) => {
        written = listen;
      },
    },
    {
      ask: (keys, crmOptions) =>
        new Promise((resolve, reject) =>
          asked.push({
            begin: keys,
            answer: (rows) => (typeof rows === 'string' ? reject(refused(rows)) : resolve(rows)),
            crmOptions,
          }),
        ),
      keyOf: ({ link }) => link,
      bytesOf: () => 3_000,
    },
    (most) => smaller.push(most),
  );
  return { reads, asked, smaller, written: () => written() };
}

const rowsOf = (links: readonly string[]) => links.map((link, n) => ({ id: String(n), link }));
/** Begins and answers all queries, also those that come of the answers. */
async function answerAll(asked: readonly Asked[], answerTo: (keys: readonly string[]) => Row[] | CrmErrorKind) {
  for (const { begin, answer } of asked) {
    answer(answerTo(begin()));
    await settle();
  }
}
const outcomeOf = (read: Promise<Row[]>) =>
  read.then(
    (rows) => rows.map(({ link }) => link).join(' '),
    (error: CrmError) => error.kind,
  );

describe('decision J11 reads share a query', () => {
  test('reads that wait for a slot are sent in one query; a later read waits for the next query', async () => {
    const { reads, asked } = byHand();
    const first = ['a', 'b', 'b'].map((link) => outcomeOf(reads.read(link, looking())));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.begin()).toEqual(['a', 'b']);
    const later = outcomeOf(reads.read('c', looking()));
    expect(asked[1]?.begin()).toEqual(['c']);
    asked[1]?.answer(rowsOf(['c']));
    asked[0]?.answer(rowsOf(['a', 'b', 'B']));
    expect(await Promise.all([...first, later])).toEqual(['a', 'b', 'b', 'c']);
  });

  test('a query holds at most fifty reads, each priority class in its own', async () => {
    const { reads, asked } = byHand();
    for (let n = 0; n < 60; n += 1) void reads.read(`link ${n}`, looking());
    void reads.read('link 0', looking({ priority: 'save' }));
    expect(asked.map(({ begin, crmOptions }) => [crmOptions.priority, begin().length])).toEqual([
      ['read', 50],
      ['read', 10],
      ['save', 1],
    ]);
  });

  test('a caller that leaves is dropped from the query; if all callers leave, no query is sent', async () => {
    const { reads, asked } = byHand();
    const [one, other] = [new AbortController(), new AbortController()];
    const outcomes = [one, other].map(({ signal }, n) => outcomeOf(reads.read(`link ${n}`, looking({ signal }))));
    one.abort();
    expect(asked[0]?.begin()).toEqual(['link 1']);
    expect(asked[0]?.crmOptions.signal?.aborted).toBe(false);
    other.abort();
    expect(asked[0]?.crmOptions.signal?.aborted).toBe(true);
    expect(await Promise.all(outcomes)).toEqual(['cancelled', 'cancelled']);
    void reads.read('link 1', looking());
    expect(asked).toHaveLength(2);
  });

  test('a read joins an equal one on its way, but not after a write, and not if a write depends on the read', async () => {
    const { reads, asked, written } = byHand();
    const read = (priority: 'read' | 'save') => outcomeOf(reads.read('a', looking({ priority })));
    const both = [read('read'), read('save')];
    for (const { begin } of asked) begin();
    both.push(read('read'), read('save'));
    expect(asked).toHaveLength(3);
    written();
    both.push(read('read'));
    expect(asked).toHaveLength(4);
    for (const each of asked) each.answer(rowsOf([...each.begin()]));
    expect(await Promise.all(both)).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  test('a query has the longest deadline of its reads', () => {
    const { reads, asked } = byHand();
    const ends = [1_000, 5_000].map((ms) => ({
      remainingMs: () => ms,
      patienceMs: () => ms / 10,
      waited: () => {},
    }));
    for (const [n, deadline] of ends.entries()) void reads.read(`link ${n}`, looking({ deadline }));
    const { deadline } = asked[0]?.crmOptions ?? looking();
    expect([deadline.remainingMs(), deadline.patienceMs()]).toEqual([5_000, 500]);
  });

  test('a query that fills its page is asked again in halves', async () => {
    const { reads, asked } = byHand();
    const outcomes = ['a', 'b'].map((link) => reads.read(link, looking()).then((rows) => rows.length));
    asked[0]?.begin();
    asked[0]?.answer(rowsOf(Array<string>(MOST_ROWS).fill('a')));
    await settle();
    for (const each of asked.slice(1)) each.answer(rowsOf(Array<string>(MOST_ROWS).fill(each.begin()[0] ?? '')));
    expect(await Promise.all(outcomes)).toEqual([MOST_ROWS, MOST_ROWS]);
  });

  test('after the CRM refuses a large query, its halves are asked from then on; a refusal of a single read changes nothing', async () => {
    const { reads, asked, smaller } = byHand();
    const ask = (count: number) =>
      Array.from({ length: count }, (_, n) => outcomeOf(reads.read(`link ${n}`, looking())));
    const answer = async (isRefused: (count: number) => boolean) => {
      await answerAll(asked, (keys) => (isRefused(keys.length) ? 'refused' : rowsOf(keys)));
      return asked.splice(0).map(({ begin }) => begin().length);
    };
    const first = ask(50);
    expect(await answer((count) => count > 0)).toEqual([50, 1, 1]);
    expect(new Set(await Promise.all(first))).toEqual(new Set(['refused']));
    expect(smaller).toEqual([]);
    const second = ask(50);
    await answer((count) => count > 20);
    expect(await Promise.all(second)).toEqual(Array.from({ length: 50 }, (_, n) => `link ${n}`));
    expect(smaller).toEqual([25, 13]);
    void ask(20);
    expect((await answer(() => false)).every((count) => count <= 13)).toBe(true);
  });

  test.each(['malformed', 'server', 'timeout', 'unreachable'] as const)(
    'one odd record makes no other read fail: a query that is %s for many is asked in halves, down to one',
    async (kind) => {
      const { reads, asked } = byHand();
      const links = ['a', 'b', 'c', 'odd', 'e'];
      const outcomes = links.map((link) => outcomeOf(reads.read(link, looking())));
      await answerAll(asked, (keys) => (keys.includes('odd') ? kind : rowsOf(keys)));
      expect(await Promise.all(outcomes)).toEqual(['a', 'b', 'c', kind, 'e']);
    },
  );

  test.each([
    ['fails', 'timeout' as const],
    ['fills its page', rowsOf(Array<string>(MOST_ROWS).fill('b'))],
  ])(
    'if the only reader of a key leaves and then the query %s, a later read of that key is asked anew',
    async (_name, answer) => {
      const { reads, asked } = byHand();
      const gone = new AbortController();
      const outcomes = ['a', 'b', 'c'].map((link) =>
        outcomeOf(reads.read(link, looking(link === 'a' ? { signal: gone.signal } : {}))),
      );
      asked[0]?.begin();
      gone.abort();
      asked[0]?.answer(answer);
      await settle();
      outcomes.push(outcomeOf(reads.read('a', looking())));
      for (const each of asked.slice(1)) each.answer(rowsOf(each.begin()));
      expect(asked.slice(1).map(({ begin }) => begin())).toEqual([['b', 'c'], ['a']]);
      expect(await Promise.all(outcomes)).toEqual(['cancelled', 'b', 'c', 'a']);
    },
  );

  test('a key that the CRM refuses fails only its own read, and does not change the size of queries', async () => {
    const { reads, asked, smaller } = byHand();
    const links = ['odd', 'b', 'c', 'd', 'e'];
    const outcomes = links.map((link) => outcomeOf(reads.read(link, looking())));
    await answerAll(asked, (keys) => (keys.includes('odd') ? 'refused' : rowsOf(keys)));
    expect(await Promise.all(outcomes)).toEqual(['refused', 'b', 'c', 'd', 'e']);
    expect(smaller).toEqual([]);
  });

  test('unreadable values are reported to the read that they belong to', async () => {
    const { reads, asked } = byHand();
    const told: string[] = [];
    const read = (link: string) =>
      reads.read(link, looking({ onDrift: ({ id, field }) => told.push(`${link}: ${field} of ${id}`) }));
    const both = Promise.all([read('a'), read('b')]);
    asked[0]?.begin();
    for (const id of ['0', '1'])
      asked[0]?.crmOptions.onDrift?.({ module: 'Deals', id, field: 'Amount', problem: 'absent' });
    asked[0]?.answer(rowsOf(['a', 'b']));
    await both;
    expect(told).toEqual(['a: Amount of 0', 'b: Amount of 1']);
  });

  test('property: nobody gets another reader’s row, and everybody is answered', async () => {
    const link = fc.constantFrom('', 'a', 'A', 'aa', 'aA', 'ab', 'a b', 'AB', 'b', 'B', 'ba', 'a,b', "a'b");
    const step = fc.record({
      links: fc.array(link, { minLength: 1, maxLength: 8 }),
      priority: fc.constantFrom('read' as const, 'save' as const, 'staff' as const),
      leave: fc.integer({ min: -8, max: 8 }),
      writes: fc.boolean(),
      begins: fc.boolean(),
    });
    const fault = fc.constantFrom<CrmErrorKind>('refused', 'server', 'timeout', 'busy');
    const fate = fc.oneof({ weight: 3, arbitrary: fc.constant('well' as const) }, { weight: 1, arbitrary: fault });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(link, { maxLength: 30 }),
        fc.infiniteStream(fate),
        async (steps, stored, fates) => {
          const { reads, asked, written } = byHand();
          const rows = rowsOf(stored);
          let next = 0;
          const answerRest = async () => {
            for (; next < asked.length; next += 1) {
              const fatal = fates.next().value;
              // The CRM ignores case when it compares.
              const keys = new Set(asked[next]?.begin().map((key) => key.toLowerCase()));
              asked[next]?.answer(
                fatal === 'well' ? rows.filter((row) => keys.has(row.link.toLowerCase())) : (fatal ?? 'server'),
              );
              await settle();
            }
          };
          const outcomes: Promise<unknown>[] = [];
          for (const { links, priority, leave, writes, begins } of steps) {
            const gone = new AbortController();
            for (const [n, key] of links.entries()) {
              const read = reads.read(key, looking({ priority, ...(n === leave && { signal: gone.signal }) }));
              const own = rows.filter((row) => row.link === key);
              outcomes.push(
                read.then(
                  (found) => expect(found).toEqual(own),
                  (error) => expect(error).toBeInstanceOf(CrmError),
                ),
              );
            }
            gone.abort();
            if (writes) written();
            if (begins) for (const each of asked.slice(next)) each.begin();
            else await answerRest();
          }
          await answerRest();
          await Promise.all(outcomes);
        },
      ),
      { numRuns: 300 },
    );
  });
});
