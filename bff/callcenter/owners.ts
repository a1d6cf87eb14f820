import { LRUCache } from 'lru-cache';
import type { CrmClient } from '../../crm-contract/client.ts';
import { callFor } from '../calls.ts';
import type { Clock } from '../clock.ts';
import type { Owner } from '../view-models/admin.ts';

const FRESH_MS = 2 * 60_000;

/** The active users of the CRM: who can own a record and who "Gebruiker?" can be. Held; renewed while the held is used. */
export class Owners {
  readonly #held: LRUCache<'owners', Owner[]>;

  constructor(crm: CrmClient, clock: Clock) {
    this.#held = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      allowStale: true,
      allowStaleOnFetchRejection: true,
      perf: clock,
      fetchMethod: async () => {
        const users = await crm.users.listActive(callFor('read'));
        return users
          .map(({ id, full_name, email }) => ({ id, name: full_name ?? email ?? id }))
          .sort((a, b) => a.name.localeCompare(b.name, 'nl'));
      },
    });
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
