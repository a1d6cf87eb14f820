import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, type FittingPage, oneOf, prefixed, recordId } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { Stages } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';

// Queries for the list of leads: one row per open deal, with its contact.

const leadShape = contactShape.pick({
  id: true,
  Owner: true,
  Full_Name: true,
  Lead_Owner_Flow: true,
  Phone: true,
  Email: true,
  Mailing_Zip: true,
  Mailing_City: true,
  Created_Time: true,
  portal_call_permission_at: true,
});

const ownShape = dealShape.pick({
  id: true,
  Stage: true,
  Amount: true,
  Created_Time: true,
  survey1_approve_clicked: true,
});

const rowShape = ownShape.extend({
  gaikan_signature_plain: dealShape.shape.gaikan_signature_plain,
  portal_declined_at: dealShape.shape.portal_declined_at,
  ...prefixed(leadShape, 'Contact_Name'),
});
export type OpenDealRow = z.output<typeof rowShape>;
type OpenDeal = z.output<typeof ownShape>;

/** A contact with open deals, newest first. */
export interface OpenLead {
  contact: Omit<z.output<typeof leadShape>, 'id'> & { id: string };
  deals: readonly [OpenDeal, ...OpenDeal[]];
}

const selected = columns(fieldsOf(rowShape));

/**
 * Open deals, newest first, from an id downwards. If a deal is closed during the read, no other deal moves to another
 * page.
 */
export function readOpenPage(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  stages: Pick<Stages, 'closed'>,
  { below, limit }: { below: string | null; limit: number },
): Promise<OpenDealRow[]> {
  const isOpen = coql`(Stage not in ${oneOf(stages.closed)} and Contact_Name is not null)`;
  const where = below === null ? isOpen : coql`(${isOpen} and id < ${recordId(below)})`;
  return crm.query(
    coql`select ${selected} from Deals where ${where} order by id desc limit ${limit}`,
    rowShape,
    crmOptions,
  );
}

/** Deals in any stage that changed since then, or whose contact changed; `isCut` if one query cannot return all. */
export function readChangedDeals(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  sinceMs: number,
  page: FittingPage,
): Promise<{ rows: OpenDealRow[]; isCut: boolean }> {
  const since = crmInstant(sinceMs);
  return page.read((limit) =>
    crm.query(
      coql`select ${selected} from Deals where (Modified_Time >= ${since} or Contact_Name.Modified_Time >= ${since})
        order by id desc limit ${limit}`,
      rowShape,
      crmOptions,
    ),
  );
}

/** Takes at most fifty ids. */
export function readDealsById(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  ids: readonly string[],
): Promise<OpenDealRow[]> {
  return crm.query(
    coql`select ${selected} from Deals where id in ${oneOf(ids)} limit ${ids.length}`,
    rowShape,
    crmOptions,
  );
}
