import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Clock } from '../crm/clock.ts';
import type { Owner } from '../view-models/admin.ts';

/** An id that is missing from a list of this age is asked for once more: somebody may have joined. */
const UNKNOWN_MAX_AGE_MS = 2 * 60_000;

/**
 * The staff: the CRM's active users, except the portal's own user. They can own records and are listed under
 * "Gebruiker?". Read at the start and renewed with the stats; contacts and actions use what is known, at no extra call.
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

  /** The staff, at most `maxAgeMs` old; equal reads in flight share one call. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<readonly Owner[]> {
    if (this.#held && this.#clock.now() - this.#held.readAt <= maxAgeMs) return this.#held.owners;
    this.#reading ??= this.#readAnew(crmOptions).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** One member of staff; asks the CRM only for an id that is not known yet. */
  async find(id: string, crmOptions: CrmCallOptions): Promise<Owner | undefined> {
    return this.#known(id) ?? (await this.read(UNKNOWN_MAX_AGE_MS, crmOptions)).find((owner) => owner.id === id);
  }

  /** An owner's name if it is known; asks nothing. */
  nameOf(id: string): string | undefined {
    return this.#known(id)?.name;
  }

  /** The user that the portal calls as: what is on its name is nobody's own. Null until the staff was read. */
  get portalUserId(): string | null {
    return this.#portalUserId;
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

  /** The portal's own user; read once, as it does not change. */
  async #portalUser(crmOptions: CrmCallOptions): Promise<string | null> {
    this.#portalUserId ??= (await this.#crm.users.current(crmOptions))?.id ?? null;
    return this.#portalUserId;
  }
}
