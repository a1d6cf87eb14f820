import { createHash } from 'node:crypto';
import { DEAL_FIELDS, type Deal } from '../../crm-contract/shapes/deal.ts';
import type { LeadContact } from './read-lead.ts';

/** Kept by the CRM itself: they move without anybody having changed what staff sees. */
const NOT_SHOWN = new Set(['Modified_Time', 'Created_Time']);

/**
 * Stands for all that staff sees of a deal. Not its Modified_Time: the CRM's own workflows move that as well, and an empty
 * field reads as null, "" or false.
 */
export function versionOf(deal: Deal): string {
  const shown = DEAL_FIELDS.filter((field) => !NOT_SHOWN.has(field)).map((field) => {
    const value = deal[field as keyof Deal];
    return typeof value === 'object' && value !== null ? value.id : value || null;
  });
  return digest(JSON.stringify(shown));
}

/** Stands for whom a contact belongs to. */
export function ownerVersionOf(contact: Pick<LeadContact, 'Owner'>): string {
  return digest(contact.Owner?.id ?? '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
