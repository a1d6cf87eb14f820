import { expect, test } from 'vitest';
import { IdempotencyCache } from '../../../bff/access/idempotency-cache.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';

/** A store that claims to remember everything, but loses the first value: only that command fails. */
class ForgetfulStore extends InMemoryStore {
  #lost = 0;

  constructor() {
    super({ now: () => performance.now() });
  }

  override async put(...value: Parameters<InMemoryStore['put']>): Promise<void> {
    this.#lost += 1;
    if (this.#lost > 1) await super.put(...value);
  }

  override async remembers(): Promise<boolean> {
    return true;
  }
}

test('a press that waited for another process looks for the records of that process, also if the store lost the mark of the press', async () => {
  const store = new ForgetfulStore();
  const [one, other] = [new IdempotencyCache(store), new IdempotencyCache(store)];
  const stillMay = async () => {};
  let answer = () => {};
  const begun = Promise.withResolvers<void>();
  const work = (mayBeRepeat: boolean) =>
    new Promise<boolean>((resolve) => {
      answer = () => resolve(mayBeRepeat);
      begun.resolve();
    });
  const first = one.run('sanne', 'key-of-one-press', {}, { work, stillMay });
  await begun.promise;
  const second = other.run('sanne', 'key-of-one-press', {}, { work: async (mayBeRepeat) => mayBeRepeat, stillMay });
  await new Promise((resolve) => setTimeout(resolve, 100));
  answer();
  expect(await Promise.all([first, second])).toEqual([false, true]);
});
