import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Clock } from '../crm/clock.ts';
import { CachedRead } from '../crm/cached-read.ts';

const shape = contactShape.pick({ id: true, survey_1_has_solar_panels: true });
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * An untouched checkbox reads as null in one CRM and as false in another. The newest contacts include untouched ones:
 * if one of them reads null, a false is a real answer. Cached, so that it is read once.
 */
export class UntouchedCheckboxes {
  readonly #newest: CachedRead<{ readNull: boolean }>;

  constructor(crm: CrmClient, clock: Clock) {
    this.#newest = new CachedRead(clock, async (crmOptions) => {
      const newest = await crm.query(
        coql`select id, survey_1_has_solar_panels from Contacts where Last_Name is not null order by id desc limit ${200}`,
        shape,
        crmOptions,
      );
      return { readNull: newest.some((contact) => contact.survey_1_has_solar_panels === null) };
    });
  }

  async readNull(crmOptions: CrmCallOptions): Promise<boolean> {
    if (this.#newest.known?.readNull) return true;
    return (await this.#newest.read(ASK_AGAIN_MS, crmOptions)).readNull;
  }
}
