import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, oneOf } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { Clock } from '../crm/clock.ts';
import { CLOSED_STAGES } from '../crm/schema/stages.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import type { LeadCard } from '../view-models/callcenter.ts';
import type { CallHistories, CallHistory } from './call-histories.ts';
import type { DoNotCall } from './do-not-call.ts';
import { byQueue, placeOf, type Queued } from './order-leads.ts';
import type { Owners } from './owners.ts';
import type { Presence } from './presence.ts';
import { ownerOf } from './present-owner.ts';

export interface LeadListContext {
  crm: CrmClient;
  clock: Clock;
  callHistories: CallHistories;
  doNotCall: DoNotCall;
  owners: Owners;
  presence: Presence;
}

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
});
type Lead = Omit<z.output<typeof leadShape>, 'id'> & { id: string };

const rowShape = dealShape.pick({ id: true }).extend(prefixed(leadShape, 'Contact_Name'));

const PAGE = 2000;
/** A list of one page leaves room for reading the tags; a longer one uses the tags as last read, with the stats. */
const TAGS_MAX_AGE_MS = { short: 0, long: Number.MAX_SAFE_INTEGER };

/** Everybody with an open deal who may be called, in the order of decision G1: 3 CRM calls for 2,000 leads. */
export async function readLeadList(
  context: LeadListContext,
  crmOptions: CrmCallOptions,
  viewerId?: string,
): Promise<LeadCard[]> {
  const [first, historyOf] = await Promise.all([
    readPage(context, crmOptions, 0),
    context.callHistories.read(crmOptions),
  ]);
  const isLong = first.length === PAGE;
  const [rest, doNotCall] = await Promise.all([
    isLong ? readFurtherPages(context, crmOptions) : [],
    context.doNotCall.read(TAGS_MAX_AGE_MS[isLong ? 'long' : 'short'], crmOptions),
  ]);
  const leads = new Map([...first, ...rest].map((lead) => [lead.id, lead]));
  const now = context.clock.now();
  return [...leads.values()]
    .filter((lead) => !doNotCall.has(lead.id))
    .map((lead) => {
      const registeredAt = Date.parse(lead.Created_Time ?? '') || 0;
      const history = historyOf(lead.id, registeredAt);
      return { lead, history, place: queuedAs(lead.id, registeredAt, history, now) };
    })
    .sort((a, b) => byQueue(a.place, b.place))
    .map(({ lead, history, place }) => presentLead(context, lead, history, place, viewerId));
}

async function readPage({ crm }: { crm: CrmClient }, crmOptions: CrmCallOptions, page: number): Promise<Lead[]> {
  const rows = await crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Deals
      where (Stage not in ${oneOf(CLOSED_STAGES)} and Contact_Name is not null)
      order by id desc limit ${PAGE} offset ${page * PAGE}`,
    rowShape,
    crmOptions,
  );
  return rows.flatMap((row) => {
    const { id, ...lead } = unprefixed(row, 'Contact_Name');
    return id === null ? [] : [{ ...lead, id }];
  });
}

async function readFurtherPages(context: { crm: CrmClient }, crmOptions: CrmCallOptions): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (let page = 1; ; page += 1) {
    const more = await readPage(context, crmOptions, page);
    leads.push(...more);
    if (more.length < PAGE) return leads;
  }
}

function queuedAs(id: string, registeredAt: number, history: CallHistory | null, nowMs: number): Queued {
  return { id, registeredAt, lastCallAt: history?.lastCallAt ?? null, ...placeOf(history, nowMs) };
}

function presentLead(
  context: { owners: Owners; presence: Presence },
  lead: Lead,
  history: CallHistory | null,
  { group, callback }: Queued,
  viewerId: string | undefined,
): LeadCard {
  return {
    id: lead.id,
    owner: ownerOf(lead.Owner, context.owners),
    Full_Name: lead.Full_Name,
    Lead_Owner_Flow: lead.Lead_Owner_Flow,
    Phone: lead.Phone,
    Email: lead.Email,
    Mailing_Zip: lead.Mailing_Zip,
    Mailing_City: lead.Mailing_City,
    group,
    callback: callback === null ? null : crmInstant(callback),
    attempts: history?.attempts ?? 0,
    lastOutcome: history?.lastOutcome ?? null,
    lastCallAt: history?.lastCallAt ? crmInstant(history.lastCallAt) : null,
    openedBy: context.presence.others(lead.id, viewerId),
  };
}
