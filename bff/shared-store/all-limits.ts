import type { Limit } from './limit.ts';

/** Several windows as one limit: what a minute allows may be too much for an hour. */
export function allLimits(first: Limit, ...others: Limit[]): Limit {
  const all = [first, ...others];
  return {
    // Of the first window only: the others count other stretches of time.
    count: (key) => first.count(key),
    left: async (key) => Math.min(...(await Promise.all(all.map((limit) => limit.left(key))))),
    take: async (key) => {
      const taken: Limit[] = [];
      for (const limit of all) {
        if (!(await limit.take(key))) {
          await Promise.all(taken.map((each) => each.giveBack(key)));
          return false;
        }
        taken.push(limit);
      }
      return true;
    },
    giveBack: async (key) => {
      await Promise.all(all.map((limit) => limit.giveBack(key)));
    },
  };
}
