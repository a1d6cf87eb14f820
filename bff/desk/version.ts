import { hash } from 'node:crypto';
import { isOpenCall, type PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { outcomeOf } from '../crm/texts/outcome-texts.ts';
import type { LeadContact, LeadWithCalls } from '../queue/read-lead.ts';
import { CONTACT_DETAILS } from '../view-models/callcenter-action.ts';
import type { PlannedCall } from './undoable.ts';

/** Fields that the CRM or the portal itself sets, without an edit of anything that staff sees. */
const NOT_SHOWN = new Set(['Modified_Time', 'Created_Time', 'portal_signature_evidence', 'portal_copy_sent_at']);

/**
 * A version of everything staff sees of a deal. Excludes Modified_Time, which the CRM's workflows change too. Null, ""
 * and false are equal, because an empty field may be read as any of them.
 */
export function versionOf(deal: Deal): string {
  const shown = fieldsOf(dealShape)
    .filter((field) => !NOT_SHOWN.has(field))
    .map((field) => {
      const value = deal[field as keyof Deal];
      return typeof value === 'object' && value !== null ? value.id : value || null;
    });
  return digest(JSON.stringify(shown));
}

export function ownerVersionOf(contact: Pick<LeadContact, 'Owner'>): string {
  return digest(contact.Owner?.id ?? '');
}

/** A version of the contact details that staff may change. */
export function detailsVersionOf(contact: LeadContact): string {
  return digest(JSON.stringify(CONTACT_DETAILS.map((field) => contact[field] ?? null)));
}

/** A version of a contact's personal link that does not reveal it. */
export function linkVersionOf(contact: Pick<LeadContact, 'survey1_url'>): string {
  return digest(contact.survey1_url ?? '');
}

const DO_NOT_CALL_MARK = 'nb';
const CALLS_MARK = 'c';

type AgreedCall = Pick<PhoneCall, 'Call_Start_Time' | 'Owner' | 'What_Id' | 'Outbound_Call_Status'>;
/** A call; the id and the result count only for a completed one. */
type VersionedCall = AgreedCall & Partial<Pick<PhoneCall, 'id' | 'Call_Result'>>;

/** By deal id: a version of the calls about that deal or about none; undefined if they are not known. */
export type CallsVersionOf = (dealId: string) => string | undefined;

/**
 * A version of the scheduled calls, and after the dot one of the recorded outcomes. The first includes time and owner,
 * but not whether the CRM calls it Scheduled or Overdue.
 */
export function callsVersionsOf(calls: readonly VersionedCall[]): CallsVersionOf {
  return (dealId) => [agreedAbout(calls, dealId), outcomesAbout(calls, dealId)].map(shortDigest).join('.');
}

/** Whether calls were promised, moved or made, and whether outcomes were recorded or undone, between two versions. */
export function callsChanged(shown: string | undefined, now: string | undefined) {
  const [shownAgreed, shownOutcomes] = shown?.split('.') ?? [];
  const [agreed, outcomes] = now?.split('.') ?? [];
  const isOther = (before?: string, after?: string) => before !== undefined && after !== undefined && before !== after;
  return { isOtherPromise: isOther(shownAgreed, agreed), isOtherOutcome: isOther(shownOutcomes, outcomes) };
}

/**
 * The panel's version of the calls; undefined if the calls cannot be read, because the panel opens even then.
 */
export async function callsShownWith({ calls }: LeadWithCalls): Promise<CallsVersionOf | undefined> {
  const rows = await calls?.catch(() => null);
  return rows ? callsVersionsOf(rows) : undefined;
}

/** The calls scheduled about a deal or about none, earliest first. */
export function agreedAbout(calls: readonly AgreedCall[], dealId: string): PlannedCall[] {
  const agreed = calls
    .filter((call) => isOpenCall(call) && isAbout(call, dealId))
    .flatMap(({ Call_Start_Time: at, Owner }) => (at ? [`${Date.parse(at)} ${Owner?.id ?? ''}`] : []));
  return [...new Set(agreed)].sort().map((each) => {
    const [at, ownerId] = each.split(' ');
    return { atMs: Number(at), ownerId: ownerId || null };
  });
}

/** The completed calls about a deal or about none that have an outcome of the desk. */
function outcomesAbout(calls: readonly VersionedCall[], dealId: string): (string | undefined)[] {
  return calls
    .filter((call) => call.Outbound_Call_Status === 'Completed' && isAbout(call, dealId))
    .flatMap(({ id, Call_Result = null }) => (outcomeOf(Call_Result) === null ? [] : [id]))
    .sort();
}

function isAbout({ What_Id }: AgreedCall, dealId: string): boolean {
  return What_Id === null || What_Id.id === dealId;
}

/** The calls that a panel knew, taken from its version. */
export function callsShownIn(shown: string | undefined): string | undefined {
  return marksOf(shown)
    .find((mark) => mark.startsWith(CALLS_MARK))
    ?.slice(CALLS_MARK.length);
}

/**
 * A deal's version as a panel gets it. It also contains whether the panel knew about do-not-call, and which calls it
 * knew.
 */
export function shownVersionOf(deal: Deal, isDoNotCall: boolean, calls: string | undefined): string {
  const marks = [...(isDoNotCall ? [DO_NOT_CALL_MARK] : []), ...(calls ? [`${CALLS_MARK}${calls}`] : [])];
  return [versionOf(deal), ...marks].join('-');
}

/** Whether the deal differs from the one that the panel showed. */
export function isOtherDeal(shown: string, deal: Deal): boolean {
  return shown.split('-')[0] !== versionOf(deal);
}

/** Whether a panel knew that the person may not be called. */
export function isDoNotCallShown(shown: string): boolean {
  return marksOf(shown).includes(DO_NOT_CALL_MARK);
}

function marksOf(shown: string | undefined): string[] {
  return shown?.split('-').slice(1) ?? [];
}

function shortDigest(value: unknown): string {
  return digest(JSON.stringify(value)).slice(0, 8);
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 16);
}
