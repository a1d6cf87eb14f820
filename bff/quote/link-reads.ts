import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql, oneOf, prefixed, recordId } from '../../crm-contract/coql.ts';
import type { CrmError } from '../../crm-contract/errors.ts';
import { type CONTACT_FIELDS, contactShape } from '../../crm-contract/shapes/contact.ts';
import { type Deal, dealShape, LARGE_TEXTS } from '../../crm-contract/shapes/deal.ts';
import type { NamesOf } from '../../crm-contract/shapes/fields.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { BatchedReads, type KeyedQuery, MOST_ROWS } from '../crm/batched-reads.ts';
import { dealRows } from '../crm/deal-rows.ts';
import type { ContactAnswers } from '../view-models/answers.ts';
import { ownData } from '../view-models/contact.ts';
import { dealCustomerShape, sameFields } from './found-deal.ts';

/** Further deals of a link are not shown. */
export const MOST_DEALS = 50;

type Besides = 'id' | 'survey1_hash' | 'Full_Name' | 'Email';

/**
 * The contact fields that the customer sees, and the hash that proves the customer's identity. Customers see all fields
 * that they may write: the compiler checks this against the contract's table and the answers.
 */
const CUSTOMER_FIELDS = { ...sameFields(ownData), survey1_hash: true } as const;
CUSTOMER_FIELDS satisfies Record<Besides | NamesOf<typeof CONTACT_FIELDS, { by: 'customer' }>, true>;
CUSTOMER_FIELDS satisfies Record<Besides | Exclude<keyof ContactAnswers, 'portal_call_permission'>, true>;
export const customerShape = contactShape.pick(CUSTOMER_FIELDS);

/** Omits fields that the deal's lookup already contains, because a query may join at most 15 columns. */
const joinedShape = customerShape.omit({ id: true, Full_Name: true });
const dealOfCustomer = dealShape.extend(prefixed(joinedShape, 'Contact_Name'));
const quotedDeal = dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name'));
const readOfCustomer = dealRows(dealOfCustomer);
const readQuoted = dealRows(quotedDeal);
const contactRow = customerShape.extend(
  contactShape.pick({ Owner: true, portal_call_permission_at: true, Modified_Time: true }).shape,
);
/** A contact found by its link alone. */
export type LinkedContact = z.output<typeof contactRow>;

/** The reads that customers wait for. Each query contains the customer's link; reads of one kind are batched. */
export type LinkReads = ReturnType<typeof linkReads>;

export function linkReads(crm: CrmClient, onRefused?: (mostKeys: number, error: CrmError) => void) {
  const reads = <Row extends { id: string }>(query: KeyedQuery<Row>) => new BatchedReads(crm, query, onRefused);
  const withDeals = reads<z.output<typeof dealOfCustomer>>({
    ask: (links, crmOptions) => readOfCustomer(crm, () => dealsOf(links()), crmOptions),
    keyOf: (row) => row['Contact_Name.survey1_hash'] ?? '',
    bytesOf: bytesOfDeal,
  });
  const alone = reads<LinkedContact>({
    ask: (links, crmOptions) =>
      crm.query({ module: 'Contacts', write: () => contactsOf(links()) }, contactRow, crmOptions),
    keyOf: (row) => row.survey1_hash ?? '',
    bytesOf: () => BYTES_OF_A_RECORD,
  });
  const ownDeals = reads<z.output<typeof quotedDeal>>({
    ask: (pairs, crmOptions) => readQuoted(crm, () => ownDealsOf(pairs().map(pairIn)), crmOptions),
    keyOf: (row) => keyOf({ dealId: row.id, link: row['Contact_Name.survey1_hash'] ?? '' }),
    bytesOf: bytesOfDeal,
  });

  return {
    /** The deals of a link, oldest first, each with the contact. */
    withDeals: (hash: string, crmOptions: CrmCallOptions) => withDeals.read(hash, crmOptions),
    /** The contacts with this link. */
    alone: (hash: string, crmOptions: CrmCallOptions) => alone.read(hash, crmOptions),
    /** A deal of this link, with its contact. */
    ownDeal: (hash: string, dealId: string, crmOptions: CrmCallOptions) =>
      ownDeals.read(keyOf({ dealId, link: hash }), crmOptions),
  };
}

interface Pair {
  dealId: string;
  link: string;
}

const keyOf = ({ dealId, link }: Pair) => `${dealId} ${link}`;
function pairIn(key: string): Pair {
  const [dealId = '', link = ''] = key.split(' ');
  return { dealId, link };
}

function dealsOf(links: readonly string[]): Coql {
  const [link = '', ...others] = links;
  if (others.length === 0)
    return coql`from Deals where Contact_Name.survey1_hash = ${link} order by Created_Time asc limit ${MOST_DEALS}`;
  return coql`from Deals where Contact_Name.survey1_hash in ${oneOf(links)} order by Created_Time asc limit ${MOST_ROWS}`;
}

function contactsOf(links: readonly string[]): Coql {
  const [link = '', ...others] = links;
  const selected = columns(fieldsOf(contactRow));
  if (others.length === 0) return coql`select ${selected} from Contacts where survey1_hash = ${link} limit 2`;
  return coql`select ${selected} from Contacts where survey1_hash in ${oneOf(links)} limit ${MOST_ROWS}`;
}

function ownDealsOf(pairs: readonly Pair[]): Coql {
  const [{ dealId, link } = { dealId: '', link: '' }, ...others] = pairs;
  if (others.length === 0)
    return coql`from Deals where id = ${recordId(dealId)} and Contact_Name.survey1_hash = ${link} limit 2`;
  const ids = oneOf([...new Set(pairs.map((pair) => pair.dealId))]);
  const links = oneOf([...new Set(pairs.map((pair) => pair.link))]);
  return coql`from Deals where id in ${ids} and Contact_Name.survey1_hash in ${links} limit ${MOST_ROWS}`;
}

/** Approximate size of names and short values. */
const BYTES_OF_A_RECORD = 3_000;

function bytesOfDeal(deal: Partial<Deal>): number {
  const texts = Object.entries(deal).filter(([field]) => LARGE_TEXTS.includes(field));
  return texts.reduce((sum, [, text]) => sum + String(text ?? '').length, BYTES_OF_A_RECORD);
}
