import type { z } from 'zod';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Deal, DealPatch } from '../../crm-contract/shapes/deal.ts';
import type { LegacyProduct } from '../view-models/quote.ts';

/** The contact fields on their quote, those that an order needs, and the hash that proves whose it is. */
export const dealCustomerShape = contactShape.pick({
  id: true,
  survey1_hash: true,
  Full_Name: true,
  Last_Name: true,
  Phone: true,
  Email: true,
  Mailing_Street: true,
  Mailing_Zip: true,
  Mailing_City: true,
  Mailing_Country: true,
});
/** The customer as the quote names them. */
export type DealContact = Omit<z.output<typeof dealCustomerShape>, 'survey1_hash'>;

export interface FoundDeal {
  deal: Deal;
  contact: DealContact;
  /** The rows of an older quote that does not name its own: the deal's products in the CRM. */
  ownProducts?: readonly LegacyProduct[];
  /** Of an order that was withdrawn from: the one of note and field that tells of it alone; absent where both do. */
  withdrawalIn?: 'note' | 'field';
  /** Names of the deal's fields that are missing in the CRM, or cannot be read (decision A4). */
  unreadable: readonly string[];
}

/** The fields a change may write: values of the deal, never its relations. */
export type DealFields = Omit<DealPatch, 'Contact_Name' | 'Owner'>;
