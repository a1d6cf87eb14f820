import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { withExpected } from '../action-body.ts';
import type { Action, PanelDraft } from '../use-action.ts';

/** Props of every part of the deal panel that runs actions. */
export interface DealPart {
  contact: AdminContact;
  deal: AdminDeal;
  action: Action;
  /** One note for the whole panel, stored per contact. */
  note: PanelDraft;
}

/** The fields that every edit of this deal sends. */
export function editOf({ contact, deal }: Pick<DealPart, 'contact' | 'deal'>) {
  return { contactId: contact.id, dealId: deal.id, ...withExpected(deal.version) };
}
