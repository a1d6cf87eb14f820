import { LRUCache } from 'lru-cache';
import type { CrmClient } from '../../crm-contract/client.ts';
import { callFor } from '../calls.ts';
import type { Clock } from '../clock.ts';
import type { Owner } from '../view-models/admin.ts';

const FRESH_MS = 2 * 60_000;

/**
 * The staff: the CRM's active users, without the one that the portal itself calls as. Who can own a record and who
 * "Gebruiker?" can be. Held; renewed while the held is used.
 */
export class Owners {
  readonly #held: LRUCache<'owners', Owner[]>;
  #portalUserId: string | null = null;

  constructor(crm: CrmClient, clock: Clock) {
    this.#held = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      allowStale: true,
      allowStaleOnFetchRejection: true,
      perf: clock,
      fetchMethod: async () => {
        const [users, portalUserId] = await Promise.all([crm.users.listActive(callFor('read')), this.#portalUser(crm)]);
        return users
          .filter(({ id }) => id !== portalUserId)
          .map(({ id, full_name, email }) => ({ id, name: full_name ?? email ?? id }))
          .sort((a, b) => a.name.localeCompare(b.name, 'nl'));
      },
    });
  }

  /** Who the portal calls as; asked once, it stays the same. */
  async #portalUser(crm: CrmClient): Promise<string | null> {
    this.#portalUserId ??= (await crm.users.current(callFor('read')))?.id ?? null;
    return this.#portalUserId;
  }

  async list(): Promise<readonly Owner[]> {
    return this.#held.forceFetch('owners');
  }

  async find(id: string): Promise<Owner | undefined> {
    return (await this.list()).find((owner) => owner.id === id);
  }

  /** The name of an owner as far as it is known by now; asks nothing. */
  nameOf(id: string): string | undefined {
    return this.#held.peek('owners')?.find((owner) => owner.id === id)?.name;
  }
}
