import { createHash } from 'node:crypto';
import { DEAL_FIELDS, type Deal } from '../../crm-contract/shapes/deal.ts';
import type { LeadContact } from './read-lead.ts';

/** Maintained by the CRM itself: they change without an edit of what staff sees. */
const NOT_SHOWN = new Set(['Modified_Time', 'Created_Time']);

/**
 * A version of everything staff sees of a deal. Not its Modified_Time, which the CRM's workflows move too; null, "" and
 * false count as equal, because an empty field may read as any of them.
 */
export function versionOf(deal: Deal): string {
  const shown = DEAL_FIELDS.filter((field) => !NOT_SHOWN.has(field)).map((field) => {
    const value = deal[field as keyof Deal];
    return typeof value === 'object' && value !== null ? value.id : value || null;
  });
  return digest(JSON.stringify(shown));
}

/** A version of a contact's owner. */
export function ownerVersionOf(contact: Pick<LeadContact, 'Owner'>): string {
  return digest(contact.Owner?.id ?? '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
