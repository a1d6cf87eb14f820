import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, type Coql, columns, coql, MOST_VALUES, oneOf } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf, lookup } from '../../crm-contract/shapes/read-record.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { Stages } from '../crm/stages.ts';
import type { DoNotCall } from '../queue/do-not-call.ts';
import { phoneSpellings } from '../queue/phone-numbers.ts';
import { isSigned } from '../quote/found-deal.ts';
import type { SearchHit } from '../view-models/callcenter.ts';
import { bare, phoneDigits, withoutWildcards } from '../view-models/leads.ts';

const MOST_FOUND = 20;
/** Phone numbers are written in many ways; most keep the last digits together. */
const PHONE_END = 6;

const contactRow = contactShape.pick({
  id: true,
  Full_Name: true,
  Phone: true,
  Email: true,
  Mailing_Street: true,
  Mailing_Zip: true,
  Mailing_City: true,
});
type ContactRow = z.output<typeof contactRow>;
const noteRow = z.object({ Parent_Id: lookup });
const dealRow = dealShape.pick({
  id: true,
  Contact_Name: true,
  Stage: true,
  gaikan_signature_plain: true,
  portal_withdrawn_at: true,
  portal_declined_at: true,
});
type DealRow = z.output<typeof dealRow> & { isWithdrawn: boolean };

interface SearchContext {
  crm: CrmClient;
  doNotCall: DoNotCall;
  stages: Stages;
  notedWithdrawals: Pick<NotedWithdrawals, 'isProven'>;
}

/**
 * All matching contacts in the CRM, in any state (decision I11): two CRM calls, the second about the contacts found. A
 * search for an offertekenmerk makes two more first.
 */
export async function searchContacts(
  { crm, doNotCall, stages, notedWithdrawals }: SearchContext,
  crmOptions: CrmCallOptions,
  query: string,
): Promise<{ contacts: SearchHit[]; more?: true }> {
  const asked = unitsOf(query);
  const kenmerk = kenmerkIn(query);
  const byKenmerk = kenmerk === null ? [] : await readContactsByKenmerk(crm, crmOptions, kenmerk);
  const [first, ...others] = byKenmerk.length > 0 ? [coql`id in ${oneOf(byKenmerk)}`] : asked.criteria;
  if (!first) return { contacts: [] };
  const [rows] = await Promise.all([
    crm.query(
      coql`select ${columns(fieldsOf(contactRow))} from Contacts
        where ${joined('and', first, others)} order by Modified_Time desc limit ${CHEAPEST_PAGE}`,
      contactRow,
      crmOptions,
    ),
    stages.read(crmOptions),
  ]);
  const matching = byKenmerk.length > 0 ? rows : rows.filter((row) => asked.rest.every((word) => holds(row, word)));
  const found = matching.slice(0, MOST_FOUND);
  const deals = found.length === 0 ? [] : await readDealsOf(crm, crmOptions, found);
  // A note alone proves a withdrawal too (decision J4).
  const standing = deals.map((deal) => ({
    ...deal,
    isWithdrawn: deal.portal_withdrawn_at !== null || notedWithdrawals.isProven(deal.id),
  }));
  const dealsOf = Map.groupBy(standing, ({ Contact_Name }) => Contact_Name?.id);
  const contacts = found.map(({ id, Full_Name, Phone, Email }) => ({
    id,
    Full_Name,
    Phone,
    Email,
    state: doNotCall.covers(id, Phone) ? ('do_not_call' as const) : stateOf(dealsOf.get(id) ?? [], stages),
  }));
  return { contacts, ...(matching.length > MOST_FOUND && { more: true as const }) };
}

export function readDealsOf(crm: CrmClient, crmOptions: CrmCallOptions, contacts: readonly { id: string }[]) {
  const ids = oneOf(contacts.map(({ id }) => id));
  return crm.query(
    coql`select ${columns(fieldsOf(dealRow))} from Deals where Contact_Name in ${ids}
      order by Modified_Time desc limit ${CHEAPEST_PAGE}`,
    dealRow,
    crmOptions,
  );
}

const KENMERK = /^([0-9A-F]{4})-?([0-9A-F]{4})$/i;

/**
 * The kenmerk in a query. Typed without its hyphen it must contain a letter, because eight digits may be a phone
 * number.
 */
function kenmerkIn(query: string): string | null {
  const [typed, first, last] = KENMERK.exec(query.trim()) ?? [];
  return typed === undefined || /^\d+$/.test(typed) ? null : `${first}-${last}`.toUpperCase();
}

/**
 * Contacts with a note that names this kenmerk: signatures, refusals, questions, change requests, withdrawals. An offer
 * without such a note cannot be found, because its kenmerk is a hash of its content and is not stored.
 */
async function readContactsByKenmerk(crm: CrmClient, crmOptions: CrmCallOptions, kenmerk: string): Promise<string[]> {
  const notes = await nullIfRefused(
    crm.query(
      coql`select Parent_Id from Notes where Note_Title like ${`%${kenmerk}%`} order by Created_Time desc limit ${MOST_VALUES}`,
      noteRow,
      crmOptions,
    ),
  );
  const parents = [...new Set((notes ?? []).flatMap(({ Parent_Id }) => Parent_Id?.id ?? []))];
  return parents.length === 0 ? [] : readContactsOf(crm, crmOptions, parents);
}

/** A note belongs to a deal or to its contact. */
export async function readContactsOf(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  parents: readonly string[],
): Promise<string[]> {
  const deals = await crm.query(
    coql`select Contact_Name from Deals where (id in ${oneOf(parents)} or Contact_Name in ${oneOf(parents)})
      limit ${CHEAPEST_PAGE}`,
    dealShape.pick({ Contact_Name: true }),
    crmOptions,
  );
  const contacts = deals.flatMap(({ Contact_Name }) => Contact_Name?.id ?? []);
  return [...new Set(contacts)].slice(0, MOST_VALUES);
}

/** The state that matters most before a call: an open deal, else how the deals ended. */
function stateOf(deals: readonly DealRow[], stages: Stages): SearchHit['state'] {
  if (deals.length === 0) return 'no_deal';
  const states = deals.map((deal) => stateOfDeal(deal, stages));
  return (['open', 'signed', 'withdrawn', 'declined'] as const).find((state) => states.includes(state)) ?? 'closed';
}

/**
 * The same as on the deal's page, with one exception (decision I3): drawn signatures are too large to read in a search,
 * so a won deal counts as signed.
 */
function stateOfDeal(deal: DealRow, stages: Stages): SearchHit['state'] {
  const hasName = isSigned({ survey1_signature: null, gaikan_signature_plain: deal.gaikan_signature_plain });
  if (hasName || stages.isWon(deal.Stage)) return deal.isWithdrawn ? 'withdrawn' : 'signed';
  if (stages.isClosed(deal.Stage)) return 'closed';
  return deal.portal_declined_at === null ? 'open' : 'declined';
}

/** A query has at most 25 criteria (crm-api §3.2). */
const MOST_CRITERIA = 25;
const WORD_COLUMNS = ['Full_Name', 'Email', 'Mailing_Street', 'Mailing_Zip', 'Mailing_City'] as const;
const POSTCODE = /(?<!\S)(\d{4})\s*([a-z]{2})(?!\S)/i;
const NUMBER = /(?<!\S)[+(]*\d[\d\s()./+-]{7,}\d(?!\S)/;

/**
 * Everything that has to match, in any order. A phone number matches in any usual spelling, a postcode with or without
 * its space, and each other word in name, e-mail, street, postcode or city. `rest` are the words that exceed the limit
 * of criteria.
 */
function unitsOf(query: string): { criteria: Coql[]; rest: string[] } {
  const typed = query.replace(/[,;]/g, ' ').trim();
  if (/^[\d\s+()./-]+$/.test(typed) && phoneDigits(typed).length >= 3) return { criteria: [numberOf(typed)], rest: [] };
  let left = typed;
  const units: { cost: number; criterion: Coql }[] = [];
  const number = NUMBER.exec(left)?.[0];
  if (number !== undefined && phoneSpellings(number).length > 0) {
    units.push({ cost: 3, criterion: phoneIs(number) });
    left = left.replace(number, ' ');
  }
  const [postcode, digits, letters] = POSTCODE.exec(left) ?? [];
  if (postcode !== undefined) {
    const written = [`%${digits} ${letters}%`, `%${digits}${letters}%`];
    const [first, ...others] = written.map((text) => coql`Mailing_Zip like ${text}`);
    if (first) units.push({ cost: 2, criterion: joined('or', first, others) });
    left = left.replace(postcode, ' ');
  }
  // The longest words narrow a search most.
  const words = [...new Set(left.split(/\s+/).filter((word) => withoutWildcards(word) !== ''))];
  words.sort((a, b) => b.length - a.length);
  const room = Math.floor((MOST_CRITERIA - units.reduce((sum, { cost }) => sum + cost, 0)) / WORD_COLUMNS.length);
  const criteria = [...units.map(({ criterion }) => criterion), ...words.slice(0, room).map(wordIn)];
  return { criteria, rest: words.slice(room) };
}

function wordIn(word: string): Coql {
  const part = anywhere(word);
  const [first, ...others] = WORD_COLUMNS.map((name) => coql`${columns([name])} like ${part}`);
  return first ? joined('or', first, others) : coql``;
}

/** Digits may be part of a phone number, a postcode, an address or an e-mail address. */
function numberOf(typed: string): Coql {
  return coql`(${phoneIs(typed)} or ${wordIn(typed)})`;
}

/**
 * Numbers are stored as typed: a complete one is searched in all its usual spellings at once, a part as a substring. A
 * number in an unusual spelling is only found in the list of leads, which compares digits.
 */
function phoneIs(typed: string): Coql {
  const digits = phoneDigits(typed);
  const spellings = phoneSpellings(typed);
  const end = coql`Phone like ${`%${digits.slice(digits.length > 8 ? -8 : -PHONE_END)}%`}`;
  return spellings.length === 0 ? end : coql`(Phone in ${oneOf(spellings)} or ${end})`;
}

/**
 * Allows any text in place of an underscore, a backslash or an apostrophe. An underscore is common in mail addresses,
 * and the CRM does not document whether it is a wildcard. Phones and keyboards type different apostrophes, straight or
 * curly.
 */
function anywhere(word: string): string {
  return `%${word.replace(/%/g, '').replace(/[_\\'’‘´]/g, '%')}%`;
}

/** COQL requires criteria bracketed in pairs. */
function joined(by: 'and' | 'or', first: Coql, others: readonly Coql[]): Coql {
  return others.reduce((all, each) => (by === 'and' ? coql`(${all} and ${each})` : coql`(${all} or ${each})`), first);
}

/** Whether a row contains a word that exceeded the query's limit of criteria. */
function holds(row: ContactRow, word: string): boolean {
  return bare(WORD_COLUMNS.map((name) => row[name] ?? '').join(' ')).includes(bare(word));
}
