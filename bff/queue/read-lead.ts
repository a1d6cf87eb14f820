import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, columns, coql, recordId } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape } from '../../crm-contract/shapes/activities.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { compareIds, type Drift, fieldsOf, type RecordShape } from '../../crm-contract/shapes/read-record.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { Clock } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import type { SchemaDriftReporter } from '../crm/schema/schema.ts';
import { DO_NOT_CALL, type Stages } from '../crm/stages.ts';
import { ProblemError } from '../http/problems.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { unreadableOfDeal, watched } from '../quote/quote-inputs.ts';
import { readOwnProducts, reportUnreadableCalc } from '../quote/stored-calc.ts';
import type { LegacyProduct } from '../view-models/quote.ts';
import type { DoNotCall } from './do-not-call.ts';

export interface LeadReadContext {
  crm: CrmClient;
  schemaDrift: Pick<SchemaDriftReporter, 'report'>;
  notedWithdrawals: Pick<NotedWithdrawals, 'asRecorded' | 'isProven'>;
  doNotCall: DoNotCall;
  stages: Stages;
  clock: Clock;
}

const leadShape = contactShape.omit({ survey1_hash: true, Tag: true, Created_Time: true });
export type LeadContact = z.output<typeof leadShape>;

const readRows = dealRows(dealShape);

/** A contact with its deals: open ones first, each group newest first (decision J10). */
export interface Lead {
  contact: LeadContact;
  deals: Deal[];
  /** By deal id: the product rows of an older quote that does not name its products. */
  ownProducts: ReadonlyMap<string, readonly LegacyProduct[]>;
  /** By deal id, for a withdrawn order: set if only the note or only the field records the withdrawal. */
  withdrawalIn: ReadonlyMap<string, FoundDeal['withdrawalIn']>;
  stages: FoundDeal['stages'];
  /** When a contact without a personal link was created, in milliseconds since the epoch. */
  linkMissingSince: number | null;
  /** When the read began, in milliseconds since the epoch: later changes may be missing. */
  readAt: number;
  /** Fields of contact and deals that could not be read (decision A4). */
  drifts: readonly Drift[];
}

const MOST_DEALS = 50;

/**
 * A contact with all its deals: two parallel CRM calls, and one more for each older quote that does not name its
 * products. Reading the contact by id returns its tags too. Throws `not_found` for an unknown id.
 */
export async function readLead(context: LeadReadContext, asked: CrmCallOptions, contactId: string): Promise<Lead> {
  const { crmOptions, drifts } = watched(asked);
  const readAt = context.clock.now();
  const [{ contact, hash, createdTime }, deals] = await Promise.all([
    readLeadContact(context, crmOptions, contactId),
    readRows(
      context.crm,
      coql`from Deals where Contact_Name = ${recordId(contactId)} order by Created_Time desc limit ${MOST_DEALS}`,
      crmOptions,
    ),
  ]);
  for (const deal of deals) reportUnreadableCalc(context, deal);
  const ownProducts = await Promise.all(
    deals.map(async (deal) => [deal.id, await readOwnProducts(context, asked, deal)] as const),
  );
  // If the field could not be read, nothing is known about the link.
  const isMissing = hash === null && !drifts.some(({ field }) => field === 'survey1_hash');
  const linkMissingSince = isMissing && createdTime !== null ? Date.parse(createdTime) : null;
  const { notedWithdrawals } = context;
  const recorded = await Promise.all(
    deals.map((deal) => notedWithdrawals.asRecorded(asked, { deal, contact, unreadable: [] })),
  );
  return {
    contact,
    deals: newestOpenFirst(
      recorded.map(({ deal }) => deal),
      context.stages,
    ),
    ownProducts: new Map(ownProducts),
    withdrawalIn: new Map(recorded.map(({ deal, withdrawalIn }) => [deal.id, withdrawalIn])),
    stages: context.stages,
    linkMissingSince,
    readAt,
    drifts,
  };
}

/** A call is about a deal that can still be sold, so open deals come first. */
function newestOpenFirst(deals: readonly Deal[], stages: Stages): Deal[] {
  const isOpen = (deal: Deal) => !isSigned(deal) && !stages.isClosed(deal.Stage);
  const madeAt = ({ Created_Time }: Deal) => (Created_Time === null ? 0 : Date.parse(Created_Time));
  return deals.toSorted(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || madeAt(b) - madeAt(a) || compareIds(b.id, a.id),
  );
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
export function dealOf(lead: Lead, dealId: string): FoundDeal {
  const { contact, deals, ownProducts, withdrawalIn, stages, drifts } = lead;
  const deal = deals.find(({ id }) => id === dealId);
  if (!deal) throw new ProblemError('not_found');
  const unreadable = unreadableOfDeal(drifts, dealId);
  const onlyIn = withdrawalIn.get(dealId);
  return {
    deal,
    contact,
    ownProducts: ownProducts.get(dealId) ?? [],
    ...(onlyIn && { withdrawalIn: onlyIn }),
    stages,
    unreadable,
  };
}

/** The lead with one deal replaced by its changed version. */
export function withDeal(lead: Lead, deal: Deal): Lead {
  return { ...lead, deals: lead.deals.map((each) => (each.id === deal.id ? deal : each)) };
}

async function readLeadContact(
  { crm, doNotCall, clock }: LeadReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<{ contact: LeadContact; hash: string | null; createdTime: string | null }> {
  const askedAt = clock.now();
  const contact = await crm.contacts.read(contactId, crmOptions);
  if (!contact) throw new ProblemError('not_found');
  const { survey1_hash: hash, Tag, Created_Time: createdTime, ...lead } = contact;
  doNotCall.learn(contactId, Tag?.includes(DO_NOT_CALL) === true, contact.Phone, askedAt);
  return { contact: lead, hash, createdTime };
}

const callRow = callShape.omit({ Description: true, Call_Duration: true, Created_Time: true, Modified_Time: true });
export type CallRow = z.output<typeof callRow>;

/** A lead with its calls from the same moment; `calls` is undefined if nobody requested them. */
export interface LeadWithCalls {
  lead: Lead;
  /** Null if the CRM refuses them. */
  calls?: Promise<CallRow[] | null>;
}

/**
 * Reads a lead with its calls, for panel and timeline. The timeline shows the calls; an outcome is refused if a
 * promised call changed after this read.
 */
export async function readWithCalls(
  context: LeadReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<LeadWithCalls> {
  const calls = beginCalls(context.crm, crmOptions, contactId);
  return { lead: await readLead(context, crmOptions, contactId), calls };
}

/** Starts reading the calls of a lead. */
export function beginCalls(...asked: Parameters<typeof readCallRows>): Promise<CallRow[] | null> {
  const calls = readCallRows(...asked);
  // If the request is aborted, or reading the lead fails, nobody awaits the calls.
  calls.catch(() => undefined);
  return calls;
}

/** The calls of a contact; null if the CRM refuses them. */
export function readCallRows(crm: CrmClient, crmOptions: CrmCallOptions, contactId: string) {
  return nullIfRefused(queryCalls(crm, crmOptions, contactId, callRow));
}

/**
 * The calls of a contact, scheduled and made, newest first: all of them, because nobody is called more often. Queries
 * return no texts.
 */
export function queryCalls<S extends RecordShape>(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactId: string,
  shape: S,
): Promise<z.output<S>[]> {
  return crm.query(
    coql`select ${columns(fieldsOf(shape))} from Calls where Who_Id = ${recordId(contactId)}
      order by id desc limit ${CHEAPEST_PAGE}`,
    shape,
    crmOptions,
  );
}

const ownedShape = contactShape.pick({ id: true, Owner: true });

/** The contact's owner, in one CRM call; `not_found` for an unknown id. */
export async function readOwner({ crm }: { crm: CrmClient }, crmOptions: CrmCallOptions, contactId: string) {
  const [row] = await crm.query(
    coql`select id, Owner from Contacts where id = ${recordId(contactId)} limit 1`,
    ownedShape,
    crmOptions,
  );
  if (!row) throw new ProblemError('not_found');
  return row.Owner;
}
