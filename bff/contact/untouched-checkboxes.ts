import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Clock } from '../crm/clock.ts';

const shape = contactShape.pick({ id: true, survey_1_has_solar_panels: true });
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * An untouched checkbox reads null in one CRM and false in another. The newest contacts include untouched ones: if one
 * of them reads null, a false is a real answer. Remembered, so that it is asked once.
 */
export class UntouchedCheckboxes {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  #known: { readNull: boolean; at: number } | undefined;

  constructor(crm: CrmClient, clock: Clock) {
    this.#crm = crm;
    this.#clock = clock;
  }

  async readNull(crmOptions: CrmCallOptions): Promise<boolean> {
    const now = this.#clock.now();
    if (this.#known && (this.#known.readNull || now - this.#known.at < ASK_AGAIN_MS)) return this.#known.readNull;
    const newest = await this.#crm.query(
      coql`select id, survey_1_has_solar_panels from Contacts where Last_Name is not null order by id desc limit ${200}`,
      shape,
      crmOptions,
    );
    const readNull = newest.some((contact) => contact.survey_1_has_solar_panels === null);
    this.#known = { readNull, at: now };
    return readNull;
  }
}
