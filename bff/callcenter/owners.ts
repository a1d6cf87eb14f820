import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Clock } from '../crm/clock.ts';
import type { Owner } from '../view-models/admin.ts';

/** Who is not in a list of this age is asked for once more: somebody new may have come to work here. */
const UNKNOWN_MAX_AGE_MS = 2 * 60_000;

/**
 * The staff: the CRM's active users, without the one that the portal itself calls as. Who can own a record and who
 * "Gebruiker?" can be. Read at the start and renewed with the stats; a contact or an action takes what is known, so that
 * it costs no call of its own.
 */
export class Owners {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  #portalUserId: string | null = null;
  #held: { owners: readonly Owner[]; readAt: number } | undefined;
  #reading: Promise<readonly Owner[]> | undefined;

  constructor(crm: CrmClient, clock: Clock) {
    this.#crm = crm;
    this.#clock = clock;
  }

  /** The staff as known at most `maxAgeMs` ago; equal reads in flight are one read. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<readonly Owner[]> {
    if (this.#held && this.#clock.now() - this.#held.readAt <= maxAgeMs) return this.#held.owners;
    this.#reading ??= this.#readAnew(crmOptions).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** One of the staff; asks the CRM only about an id that it did not name before. */
  async find(id: string, crmOptions: CrmCallOptions): Promise<Owner | undefined> {
    return this.#known(id) ?? (await this.read(UNKNOWN_MAX_AGE_MS, crmOptions)).find((owner) => owner.id === id);
  }

  /** The name of an owner as far as it is known by now; asks nothing. */
  nameOf(id: string): string | undefined {
    return this.#known(id)?.name;
  }

  #known(id: string): Owner | undefined {
    return this.#held?.owners.find((owner) => owner.id === id);
  }

  async #readAnew(crmOptions: CrmCallOptions): Promise<readonly Owner[]> {
    const readAt = this.#clock.now();
    const [users, portalUserId] = await Promise.all([
      this.#crm.users.listActive(crmOptions),
      this.#portalUser(crmOptions),
    ]);
    const owners = users
      .filter(({ id }) => id !== portalUserId)
      .map(({ id, full_name, email }) => ({ id, name: full_name ?? email ?? id }))
      .sort((a, b) => a.name.localeCompare(b.name, 'nl'));
    this.#held = { owners, readAt };
    return owners;
  }

  /** Who the portal calls as; asked once, it stays the same. */
  async #portalUser(crmOptions: CrmCallOptions): Promise<string | null> {
    this.#portalUserId ??= (await this.#crm.users.current(crmOptions))?.id ?? null;
    return this.#portalUserId;
  }
}
