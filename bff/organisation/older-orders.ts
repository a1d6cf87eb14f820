import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, oneOf, recordId } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { recordId as id, lookup } from '../../crm-contract/shapes/tolerant.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { OwnUser } from '../crm/own-user.ts';
import { DECLINED_TITLE } from '../crm/texts/message-texts.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { signedAtIn } from '../crm/texts/note-texts.ts';
import { readWithdrawal } from '../deal/withdraw.ts';
import { readNotedEvidence } from '../documents/noted-evidence.ts';
import { type DealFields, dealCustomerShape, type FoundDeal } from '../quote/found-deal.ts';
import { readOwnProducts } from '../quote/own-products.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { writeEvidence } from '../quote/signature-evidence.ts';
import type { PortalFile } from '../site/portal-file.ts';

// Signatures, withdrawals and refusals of a version of the portal that kept them in notes alone: what its own notes prove
// goes into the fields that hold them now. Nothing is invented, and what the fields say already is left alone.

/** What a deal lacks, and how much of it is of which kind. */
export interface OlderOrder {
  found: FoundDeal;
  patch: DealFields;
}

export interface OlderContext {
  crm: CrmClient;
  clock: Clock;
  portal: PortalFile;
}

const readRows = dealRows(dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name')));
const taskShape = z.object({ id, What_Id: lookup });
const PAGE = 100;
/** As many values as `in` takes. */
const MOST_IDS = 50;
/** A withdrawal of today may still be in the hands of whoever took it on; it reads from its note as well. */
const TODAY_MS = 24 * 60 * 60_000;
const read = () => crmOptionsFor('read');

/** @param most of the signed deals that say no more than a name, the newest so many are looked at */
export async function findOlderOrders(context: OlderContext, most = Number.POSITIVE_INFINITY): Promise<OlderOrder[]> {
  const ownUser = new OwnUser(context.crm);
  const me = await ownUser.id(read());
  if (me === null) return [];
  const orders: OlderOrder[] = [];
  for (const found of await readCandidates(context.crm, most)) {
    const patch = await missingOf({ ...context, ownUser }, found, me);
    if (Object.keys(patch).length > 0) orders.push({ found, patch });
  }
  return orders;
}

/** In words, such as "2 signatures, 1 withdrawal". */
export function counted(orders: readonly OlderOrder[]): string {
  const kinds = [
    ['portal_signature_evidence', 'signature'],
    ['portal_withdrawn_at', 'withdrawal'],
    ['portal_declined_at', 'refusal'],
  ] as const;
  return kinds
    .map(([field, word]) => [orders.filter(({ patch }) => field in patch).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** Guarded: a deal that changed since it was read is left for the next run. @returns in words, how many and what was refused */
export async function bringIn(crm: CrmClient, orders: readonly OlderOrder[]): Promise<string> {
  const endings = new Map<string, number>();
  for (const { found, patch } of orders) {
    const { id: dealId, Modified_Time } = found.deal;
    const guard = Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
    const ending = await crm.deals.update(dealId, patch, crmOptionsFor('save'), guard).then(
      () => 'brought in',
      (error: unknown) => {
        if (error instanceof CrmError) return `refused (${error.code ?? error.kind})`;
        throw error;
      },
    );
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  return [...endings].map(([ending, number]) => `${number} ${ending}`).join(', ');
}

/** Signed deals without evidence, and deals that a colleague was asked to look at because of a withdrawal or a refusal. */
async function readCandidates(crm: CrmClient, most: number): Promise<FoundDeal[]> {
  const found = new Map<string, FoundDeal>();
  const add = (rows: Awaited<ReturnType<typeof readRows>>) => {
    for (const row of rows) {
      const { id: contactId, survey1_hash: _, ...contact } = unprefixed(row, 'Contact_Name');
      if (contactId !== null) found.set(row.id, { deal: row, contact: { ...contact, id: contactId }, unreadable: [] });
    }
  };
  let where = coql`gaikan_signature_plain is not null`;
  for (let seen = 0; seen < most; seen += PAGE) {
    const rows = await readRows(crm, coql`from Deals where ${where} order by id desc limit ${PAGE}`, read());
    add(rows.filter((row) => row.portal_signature_evidence === null));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    where = coql`(gaikan_signature_plain is not null and id < ${recordId(last.id)})`;
  }
  const others = (await readDealsOfTasks(crm)).filter((dealId) => !found.has(dealId));
  for (let from = 0; from < others.length; from += MOST_IDS) {
    const ids = oneOf(others.slice(from, from + MOST_IDS));
    add(await readRows(crm, coql`from Deals where id in ${ids} limit ${MOST_IDS}`, read()));
  }
  return [...found.values()];
}

const MOST_TASKS = 2_000;

async function readDealsOfTasks(crm: CrmClient): Promise<string[]> {
  const tasks = await crm.query(
    coql`select id, What_Id from Tasks
      where (Subject like ${'Herroeping van overeenkomst %'} or Subject like ${'Klant wil offerte %'})
      order by id desc limit ${MOST_TASKS}`,
    taskShape,
    read(),
  );
  return [...new Set(tasks.flatMap(({ What_Id }) => What_Id?.id ?? []))];
}

async function missingOf(
  context: OlderContext & { ownUser: OwnUser },
  row: FoundDeal,
  me: string,
): Promise<DealFields> {
  const { crm, clock, portal } = context;
  const { deal } = row;
  const found = { ...row, ownProducts: await readOwnProducts(context, read(), deal) };
  if (!isSigned(found.deal)) return missingRefusal(context, found, me);
  const withdrawal = deal.portal_withdrawn_at === null ? await readWithdrawal(context, read(), found) : null;
  const isOver = withdrawal !== null && clock.now() - Date.parse(withdrawal.at) > TODAY_MS;
  const evidence =
    deal.portal_signature_evidence === null ? await readNotedEvidence({ crm, portal }, read(), found, me) : null;
  return {
    ...(evidence && { portal_signature_evidence: writeEvidence(evidence) }),
    ...(isOver && { portal_withdrawn_at: crmInstant(Date.parse(withdrawal.at)) }),
  };
}

/** The mark of a note of that version; anything newer stands in its field, or was taken back there. */
const OLDER_MARK = /^Ref: [0-9A-F]{12}$/;

/** A refusal holds as long as the customer did not agree after all and the quote is still the one that was refused. */
async function missingRefusal({ crm, portal }: OlderContext, found: FoundDeal, me: string): Promise<DealFields> {
  const { id: dealId, portal_declined_at, survey1_approve_clicked } = found.deal;
  if (portal_declined_at !== null || survey1_approve_clicked === true) return {};
  const { kenmerk, quoteArea } = presentDeal(found, portal);
  if (quoteArea === 'none') return {};
  const notes = await crm.notes.listFor({ module: 'Deals', id: dealId }, read());
  const isDeclined = ({ Note_Title, Note_Content, Created_By }: Note) =>
    Created_By?.id === me &&
    Note_Title === `${DECLINED_TITLE}${kenmerk}` &&
    OLDER_MARK.test(Note_Content?.split('\n').at(-1) ?? '');
  const [note] = notes.filter(isDeclined);
  const at = note ? (signedAtIn(note.Note_Content) ?? note.Created_Time) : null;
  return at === null ? {} : { portal_declined_at: crmInstant(Date.parse(at)) };
}
