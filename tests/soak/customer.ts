import type { Deal } from '../../bff/view-models/deal.ts';
import type { Subject } from './stage-crm.ts';
import { type Person, Tab } from './tab.ts';

/** A home owner with their link. */
export interface Visitor extends Person {
  /** Somebody else. */
  stranger: Subject;
}

/** A home owner at the portal: what they look at, and what they have done. */
export interface Customer extends Visitor {
  tab: Tab;
  /** The deal as the page shows it. */
  deal: Deal;
  presses: number;
}

export const dealPath = ({ subject }: Customer) => `/api/contacts/deals/${subject.dealId}`;

/** A press on the page of the deal. */
export const dealPress = (customer: Customer, write: string, body: object = {}) =>
  ({ method: 'POST', path: `${dealPath(customer)}/${write}`, body, write }) as const;

/** Unique words. */
export function newWords(customer: Customer): string {
  customer.presses += 1;
  return `w${customer.journey}-${customer.presses}.`;
}

export function newTab(visitor: Visitor): Tab {
  return new Tab(visitor, { 'x-survey-hash': visitor.subject.hash });
}
