import type { z } from 'zod';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';

/** The contact fields that its customer sees, and the hash that proves who they are. */
export const customerShape = contactShape.pick({
  id: true,
  survey1_hash: true,
  Full_Name: true,
  First_Name: true,
  Last_Name: true,
  Phone: true,
  Email: true,
  Mailing_Street: true,
  Mailing_Zip: true,
  Mailing_City: true,
  Mailing_State: true,
  Mailing_Country: true,
  survey_1_has_solar_panels: true,
  survey1_number_of_panels: true,
  survey1_panels_age: true,
  survey1_preferred_battery_size: true,
  survey1_battery_box_distance_m: true,
});
export type Customer = z.output<typeof customerShape>;

export interface FoundContact {
  customer: Customer;
  deals: Deal[];
  /** Which of these fields could not be read (decision A4). */
  drifts: readonly Drift[];
}
