import { expect, test } from 'vitest';
import { systemClock } from '../../../bff/crm/clock.ts';
import { AHEAD_MS, CLAIM_MS, LeadClaims } from '../../../bff/queue/lead-claims.ts';
import type { Held, Kind } from '../../../bff/shared-store/shared-store.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';

/** The store of two processes, one of which cannot reach it for this many calls. */
class UnreachedStore extends InMemoryStore {
  readonly #ofAll: InMemoryStore;
  readonly #away: number;
  readonly #awayForMs: number;
  asked = 0;

  constructor(ofAll: InMemoryStore, unreached: number, awayForMs: number) {
    super(systemClock);
    this.#ofAll = ofAll;
    this.#away = unreached;
    this.#awayForMs = awayForMs;
  }

  override async take(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held> {
    this.asked += 1;
    return this.asked <= this.#away ? 'unknown' : this.#ofAll.take(kind, key, holder, ttlMs);
  }

  override awayMs(): number {
    return this.#awayForMs;
  }
}

const LEAD = '4150868000000100425';
const take = (store: InMemoryStore, who: string) => new LeadClaims(systemClock, store).take(LEAD, who, CLAIM_MS);

test('a lead that a colleague has in another process is not handed out after a short outage of the store', async () => {
  const ofAll = new InMemoryStore(systemClock);
  expect(await take(ofAll, 'sanne')).toBe(true);
  expect(await take(new UnreachedStore(ofAll, 2, 500), 'tom')).toBe(false);
});

test('a request does not wait for a store that is down', async () => {
  const store = new UnreachedStore(new InMemoryStore(systemClock), 99, 60_000);
  expect(await take(store, 'tom')).toBe(true);
  expect(store.asked).toBe(1);
});

test('a lead that was handed out while the store was down is claimed in the store once it is back', async () => {
  const ofAll = new InMemoryStore(systemClock);
  expect(await take(new UnreachedStore(ofAll, 2, 60_000), 'tom')).toBe(true);
  await expect.poll(() => ofAll.read('lead', LEAD)).not.toBeNull();
  expect(await take(ofAll, 'sanne')).toBe(false);
});

test('a lead that is handed out while it is read ahead stays claimed if that read fails', async () => {
  const claims = new LeadClaims(systemClock, new InMemoryStore(systemClock));
  expect(await claims.take(LEAD, 'tom', AHEAD_MS)).toBe(true);
  expect(await claims.take(LEAD, 'tom', CLAIM_MS)).toBe(true);
  await claims.release(LEAD, 'tom', AHEAD_MS);
  expect(await claims.take(LEAD, 'sanne', CLAIM_MS)).toBe(false);
});
