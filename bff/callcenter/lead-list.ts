import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, oneOf } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { CLOSED_STAGES } from '../crm/schema/stages-and-tags.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { CallHistories, HistoryOf } from './call-histories.ts';
import type { DoNotCall } from './do-not-call.ts';

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

const ownShape = dealShape.pick({ id: true, Stage: true, Amount: true, survey1_approve_clicked: true });
const rowShape = ownShape.extend({
  gaikan_signature_plain: dealShape.shape.gaikan_signature_plain,
  ...prefixed(leadShape, 'Contact_Name'),
});

export type OpenDeal = z.output<typeof ownShape>;

/** A contact with open deals, oldest first. */
export interface OpenLead {
  contact: Omit<z.output<typeof leadShape>, 'id'> & { id: string };
  deals: readonly [OpenDeal, ...OpenDeal[]];
}

/** Everybody with an open deal, whether they may be called or not, and their call history. */
export interface OpenLeads {
  leads: readonly OpenLead[];
  historyOf: HistoryOf;
}

const PAGE = 2000;
/** A list of one page leaves room for reading the tags; a longer one uses the tags as last read, with the stats. */
const TAGS_MAX_AGE_MS = { short: 0, long: Number.MAX_SAFE_INTEGER };

export interface LeadSources {
  crm: CrmClient;
  callHistories: CallHistories;
  doNotCall: DoNotCall;
}

/** All open leads: 3 CRM calls for 2,000, with what is known about who may not be called. */
export async function readOpenLeads(sources: LeadSources, crmOptions: CrmCallOptions): Promise<OpenLeads> {
  const [first, historyOf] = await Promise.all([
    readPage(sources, crmOptions, 0),
    sources.callHistories.read(crmOptions),
  ]);
  const isLong = first.length === PAGE;
  const [rest] = await Promise.all([
    isLong ? readFurtherPages(sources, crmOptions) : [],
    sources.doNotCall.read(TAGS_MAX_AGE_MS[isLong ? 'long' : 'short'], crmOptions),
  ]);
  const leads = new Map<string, OpenLead>();
  // Newest first; a panel opens with the oldest.
  for (const row of [...first, ...rest]) {
    const { id, ...contact } = unprefixed(row, 'Contact_Name');
    // Signed, whatever its stage is (decision J5). Drawn signatures are of a predecessor, and too large for a list.
    const isOrder = isSigned({ survey1_signature: null, gaikan_signature_plain: row.gaikan_signature_plain });
    if (id === null || isOrder) continue;
    leads.set(id, { contact: { ...contact, id }, deals: [ownShape.parse(row), ...(leads.get(id)?.deals ?? [])] });
  }
  return { leads: [...leads.values()], historyOf };
}

type Row = z.output<typeof rowShape>;

function readPage({ crm }: LeadSources, crmOptions: CrmCallOptions, page: number): Promise<Row[]> {
  return crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Deals
      where (Stage not in ${oneOf(CLOSED_STAGES)} and Contact_Name is not null)
      order by id desc limit ${PAGE} offset ${page * PAGE}`,
    rowShape,
    crmOptions,
  );
}

async function readFurtherPages(sources: LeadSources, crmOptions: CrmCallOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const more = await readPage(sources, crmOptions, page);
    rows.push(...more);
    if (more.length < PAGE) return rows;
  }
}
