import type { DealCustomer } from './contact.ts';

// No zod here: the web may import these values.

/** An order needs a postal address, and a phone number to arrange its date (decision J6). */
const ORDER_DETAILS = ['Last_Name', 'Mailing_Street', 'Mailing_Zip', 'Mailing_City', 'Phone'] as const;
export type OrderDetail = (typeof ORDER_DETAILS)[number];

/** What a customer has to give before they can sign. */
export function missingDetails(customer: Pick<DealCustomer, OrderDetail>): OrderDetail[] {
  return ORDER_DETAILS.filter((detail) => !/[\p{L}\p{N}]/u.test(customer[detail] ?? ''));
}
