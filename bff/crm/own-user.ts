import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';

/** The CRM user that the portal writes as: what others wrote is no record of ours. Asked once. */
export class OwnUser {
  readonly #crm: CrmClient;
  #id: string | undefined;

  constructor(crm: CrmClient) {
    this.#crm = crm;
  }

  /** The id if it was asked already; asks nothing. */
  get known(): string | null {
    return this.#id ?? null;
  }

  /** Null where the CRM does not say. */
  async id(crmOptions: CrmCallOptions): Promise<string | null> {
    this.#id ??= (await this.#crm.users.current(crmOptions))?.id;
    return this.#id ?? null;
  }
}
