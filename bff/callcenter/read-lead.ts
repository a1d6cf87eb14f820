import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, recordId } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { DEAL_FIELDS, type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { type Drift, fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { tagNames } from '../../crm-contract/shapes/tolerant.ts';
import { DO_NOT_CALL } from '../crm/schema/tags.ts';
import type { DealReadContext } from '../deal/read-deal.ts';
import { tellUnreadableCalc } from '../deal/read-deal.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { readOwnProducts } from '../quote/own-products.ts';
import { unreadableOfDeal, watched } from '../quote/unreadable-fields.ts';
import type { LegacyProduct } from '../view-models/quote.ts';
import type { DoNotCall } from './do-not-call.ts';

export interface LeadReadContext extends DealReadContext {
  doNotCall: DoNotCall;
}

const leadShape = contactShape.omit({ survey1_hash: true, Tag: true, Created_Time: true });
export type LeadContact = z.output<typeof leadShape>;

const rowShape = dealShape.extend(prefixed(leadShape, 'Contact_Name'));

/** A contact with their deals, oldest first. */
export interface Lead {
  contact: LeadContact;
  deals: Deal[];
  /** By deal id: the rows of an older quote that does not name its products. */
  ownProducts: ReadonlyMap<string, readonly LegacyProduct[]>;
  /** Fields of contact and deals that could not be read (decision A4). */
  drifts: readonly Drift[];
}

const MOST_DEALS = 50;

/**
 * A contact with all their deals: one CRM call, a second for a contact without deals, and one for each older quote that
 * does not name its products. Throws `not_found` for an unknown id.
 */
export async function readLead(context: LeadReadContext, asked: CrmCallOptions, contactId: string): Promise<Lead> {
  const { crmOptions, drifts } = watched(asked);
  const rows = await context.crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Deals
      where Contact_Name = ${recordId(contactId)} order by Created_Time asc limit ${MOST_DEALS}`,
    rowShape,
    crmOptions,
  );
  const [first] = rows;
  if (!first) {
    return {
      contact: await readContactAlone(context, crmOptions, contactId),
      deals: [],
      ownProducts: new Map(),
      drifts,
    };
  }
  const { id, ...fields } = unprefixed(first, 'Contact_Name');
  if (id !== contactId) throw new ProblemError('not_found');
  const deals = rows.map(dealIn);
  for (const deal of deals) tellUnreadableCalc(context, deal);
  const ownProducts = await Promise.all(
    deals.map(async (deal) => [deal.id, await readOwnProducts(context, asked, deal)] as const),
  );
  return { contact: { ...fields, id }, deals, ownProducts: new Map(ownProducts), drifts };
}

/** The contact of a deal, for actions that name only the deal (§7.4). */
export async function readContactIdOf(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  dealId: string,
): Promise<string> {
  const shape = dealShape.pick({ id: true, Contact_Name: true });
  const [row] = await crm.query(
    coql`select id, Contact_Name from Deals where id = ${recordId(dealId)} limit 1`,
    shape,
    crmOptions,
  );
  if (!row?.Contact_Name) throw new ProblemError('not_found');
  return row.Contact_Name.id;
}

/** One of the lead's own deals; any other is `not_found`. */
export function dealOf({ contact, deals, ownProducts, drifts }: Lead, dealId: string): FoundDeal {
  const deal = deals.find(({ id }) => id === dealId);
  if (!deal) throw new ProblemError('not_found');
  const unreadable = unreadableOfDeal(drifts, dealId);
  return { deal, contact, ownProducts: ownProducts.get(dealId) ?? [], unreadable };
}

/** The lead with one deal replaced by its changed version. */
export function withDeal(lead: Lead, deal: Deal): Lead {
  return { ...lead, deals: lead.deals.map((each) => (each.id === deal.id ? deal : each)) };
}

const taggedShape = z.object({ id: contactShape.shape.id, Tag: tagNames });

/** Whether the contact is tagged "niet-bellen" now. */
export async function readDoNotCall(
  { crm, doNotCall }: LeadReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<boolean> {
  const [row] = await crm.query(
    coql`select id, Tag from Contacts where id = ${recordId(contactId)} limit 1`,
    taggedShape,
    crmOptions,
  );
  const isTagged = row?.Tag?.includes(DO_NOT_CALL) === true;
  doNotCall.learn(contactId, isTagged);
  return isTagged;
}

async function readContactAlone(
  { crm, doNotCall }: LeadReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<LeadContact> {
  const contact = await crm.contacts.read(contactId, crmOptions);
  if (!contact) throw new ProblemError('not_found');
  const { survey1_hash: _hash, Tag, Created_Time: _created, ...lead } = contact;
  doNotCall.learn(contactId, Tag?.includes(DO_NOT_CALL) === true);
  return lead;
}

function dealIn(row: z.output<typeof rowShape>): Deal {
  return Object.fromEntries(DEAL_FIELDS.map((field) => [field, row[field as keyof Deal]])) as Deal;
}
