import type { z } from 'zod';
import { type CONTACT_FIELDS, contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { NamesOf } from '../../crm-contract/shapes/fields.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import type { ContactAnswers } from '../view-models/answers.ts';

type Besides = 'id' | 'survey1_hash' | 'Full_Name' | 'Email';

/**
 * The contact fields that its customer sees, and the hash that proves who they are. What they may write is seen: the fields of
 * the contract's table, which are those of the view model.
 */
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
} satisfies Record<Besides | NamesOf<typeof CONTACT_FIELDS, { by: 'customer' }>, true> satisfies Record<
  Besides | Exclude<keyof ContactAnswers, 'portal_call_permission'>,
  true
>);
export type Customer = z.output<typeof customerShape>;

export interface FoundContact {
  customer: Customer;
  deals: Deal[];
  /** Which of these fields could not be read (decision A4). */
  drifts: readonly Drift[];
}
