import type { z } from 'zod';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Deal, DealPatch } from '../../crm-contract/shapes/deal.ts';
import type { Stages } from '../crm/stages.ts';
import { dealCustomer } from '../view-models/contact.ts';
import type { LegacyProduct, QuoteArea } from '../view-models/quote.ts';

/** Selects the fields of a view model from a shape of the CRM. */
export function sameFields<S extends z.ZodObject>({ shape }: S) {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, true])) as Record<keyof S['shape'], true>;
}

/** A record with only the fields of a view model. */
export function shownFields<S extends z.ZodObject>({ shape }: S, record: z.output<S>): z.output<S> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, record[name]])) as z.output<S>;
}

/** The contact fields on a quote and beside it, those needed for an order, and the hash that proves ownership. */
export const dealCustomerShape = contactShape.pick({ ...sameFields(dealCustomer), survey1_hash: true });
/** The customer as named on the quote and beside it. */
export type DealContact = Omit<z.output<typeof dealCustomerShape>, 'survey1_hash'>;

export interface FoundDeal {
  deal: Deal;
  contact: DealContact;
  /** The deal's products in the CRM, for an older quote without rows of its own. */
  ownProducts?: readonly LegacyProduct[];
  /** For a withdrawn order: set if only the note or only the field records the withdrawal. */
  withdrawalIn?: 'note' | 'field';
  /** What the CRM's stages mean (decision J9). */
  stages: Pick<Stages, 'kindOf'>;
  /** Fields of the deal that are missing in the CRM, or unreadable (decision A4). */
  unreadable: readonly string[];
}

/** A deal as read, before the portal's own records and the stages are added. */
export type DealAsRead = Omit<FoundDeal, 'stages'>;

/** The fields a change may write: values of the deal, never its relations. */
export type DealFields = Omit<DealPatch, 'Contact_Name' | 'Owner'>;

type SignatureFields = Pick<Deal, 'survey1_signature' | 'gaikan_signature_plain'>;
type AreaFields = SignatureFields & Pick<Deal, 'portal_withdrawn_at' | 'portal_declined_at' | 'survey1_client_visible'>;

/**
 * The signature decides, not the stage: a drawing of more than 10 characters, or a typed name of more than 1 (§4, §9).
 * A signed quote must not change (decision E10).
 */
export function isSigned({ survey1_signature: drawn, gaikan_signature_plain: typed }: SignatureFields): boolean {
  return (drawn?.trim().length ?? 0) > 10 || (typed?.trim().length ?? 0) > 1;
}

/** Whether the quote is built from modules. All others are of the older format. */
export function isModuleQuote({ gaikan_deal_version }: Pick<Deal, 'gaikan_deal_version'>): boolean {
  return gaikan_deal_version === '2';
}

/**
 * §4 "Quote area": the first matching rule counts (decision F7); E8 blocks an incomplete quote. The final states
 * (withdrawn, signed, declined) go before possible actions (decision I3).
 */
export function quoteAreaOf(
  deal: AreaFields,
  { hasCalc, hasFaults }: { hasCalc: boolean; hasFaults: boolean },
): QuoteArea {
  if (isSigned(deal) && deal.portal_withdrawn_at !== null) return 'withdrawn';
  if (isSigned(deal)) return 'signed';
  if (deal.portal_declined_at !== null) return 'declined';
  if (!hasCalc) return 'none';
  if (hasFaults) return 'incomplete';
  return deal.survey1_client_visible === true ? 'approve' : 'closed';
}
