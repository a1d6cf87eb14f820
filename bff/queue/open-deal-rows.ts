import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql, type FittingPage, oneOf, prefixed, recordId } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { count, fieldsOf } from '../../crm-contract/shapes/read-record.ts';
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
const isOpen = ({ closed }: Reader['stages']) => coql`Stage not in ${oneOf(closed)} and Contact_Name is not null`;

interface Reader {
  crm: CrmClient;
  crmOptions: CrmCallOptions;
  stages: Pick<Stages, 'closed'>;
}

/** One page of all open deals, newest first. */
export function readOpenPage(
  { crm, crmOptions, stages }: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<OpenDealRow[]> {
  const from = coql`from Deals where (${isOpen(stages)}) order by id desc limit ${limit} offset ${offset}`;
  return crm.query(coql`select ${selected} ${from}`, rowShape, crmOptions);
}

/** The open deals between two ids, newest first: these deals moved to another page during the read. */
export function readOpenBetween(
  { crm, crmOptions, stages }: Reader,
  { above, below }: { above: string | null; below: string },
  limit: number,
): Promise<OpenDealRow[]> {
  const upper = coql`id < ${recordId(below)}`;
  const range: Coql = above === null ? upper : coql`(${upper} and id > ${recordId(above)})`;
  const where = coql`((${isOpen(stages)}) and ${range})`;
  return crm.query(
    coql`select ${selected} from Deals where ${where} order by id desc limit ${limit}`,
    rowShape,
    crmOptions,
  );
}

export async function countOpenDeals({ crm, crmOptions, stages }: Reader): Promise<number> {
  const [row] = await crm.query(
    coql`select COUNT(id) as tally from Deals where (${isOpen(stages)}) limit ${1}`,
    z.object({ tally: count }),
    crmOptions,
  );
  return row?.tally ?? 0;
}

/** Deals in any stage that changed since then, or whose contact changed; `isCut` if one query cannot return all. */
export function readChangedDeals(
  { crm, crmOptions }: Pick<Reader, 'crm' | 'crmOptions'>,
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
  { crm, crmOptions }: Pick<Reader, 'crm' | 'crmOptions'>,
  ids: readonly string[],
): Promise<OpenDealRow[]> {
  return crm.query(
    coql`select ${selected} from Deals where id in ${oneOf(ids)} limit ${ids.length}`,
    rowShape,
    crmOptions,
  );
}
