import type { z } from 'zod';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Deal, DealPatch } from '../../crm-contract/shapes/deal.ts';
import type { LegacyProduct } from '../view-models/quote.ts';

/** The contact fields on a quote and beside it, those needed for an order, and the hash that proves ownership. */
export const dealCustomerShape = contactShape.pick({
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
  Mailing_Country: true,
});
/** The customer as named on the quote and beside it. */
export type DealContact = Omit<z.output<typeof dealCustomerShape>, 'survey1_hash'>;

export interface FoundDeal {
  deal: Deal;
  contact: DealContact;
  /** The rows of an older quote that has none of its own: the deal's products in the CRM. */
  ownProducts?: readonly LegacyProduct[];
  /** For a withdrawn order: set if only the note or only the field records the withdrawal. */
  withdrawalIn?: 'note' | 'field';
  /** Fields of the deal that are missing in the CRM, or unreadable (decision A4). */
  unreadable: readonly string[];
}

/** The fields a change may write: values of the deal, never its relations. */
export type DealFields = Omit<DealPatch, 'Contact_Name' | 'Owner'>;
