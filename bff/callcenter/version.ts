import { createHash } from 'node:crypto';
import { type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { CONTACT_DETAILS } from '../view-models/callcenter-action.ts';
import type { LeadContact } from './read-lead.ts';

/** Maintained by the CRM and by the portal itself: they change without an edit of what staff sees. */
const NOT_SHOWN = new Set(['Modified_Time', 'Created_Time', 'portal_signature_evidence', 'portal_copy_sent_at']);

/**
 * A version of everything staff sees of a deal. Not its Modified_Time, which the CRM's workflows move too; null, "" and
 * false count as equal, because an empty field may read as any of them.
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

/** A version of a contact's owner. */
export function ownerVersionOf(contact: Pick<LeadContact, 'Owner'>): string {
  return digest(contact.Owner?.id ?? '');
}

/** Stands for the details of a contact that staff may change. */
export function detailsVersionOf(contact: LeadContact): string {
  return digest(JSON.stringify(CONTACT_DETAILS.map((field) => contact[field] ?? null)));
}

/** Stands for a contact's personal link, without telling it. */
export function linkVersionOf(contact: Pick<LeadContact, 'survey1_url'>): string {
  return digest(contact.survey1_url ?? '');
}

const DO_NOT_CALL_SUFFIX = '-nb';

/** The version of a deal as a panel gets it: it also says whether the panel knew that nobody may call. */
export function shownVersionOf(deal: Deal, isDoNotCall: boolean): string {
  return isDoNotCall ? `${versionOf(deal)}${DO_NOT_CALL_SUFFIX}` : versionOf(deal);
}

/** Whether a quote is another one than the panel showed. */
export function isOtherDeal(shown: string, deal: Deal): boolean {
  return shown.replace(DO_NOT_CALL_SUFFIX, '') !== versionOf(deal);
}

/** Whether there is news since the panel was shown that an outcome must not overlook: the deal changed, or nobody may call. */
export function isNews(shown: string, deal: Deal, isDoNotCall: boolean): boolean {
  return isOtherDeal(shown, deal) || (isDoNotCall && !shown.endsWith(DO_NOT_CALL_SUFFIX));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
