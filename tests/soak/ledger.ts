import type { Deal } from '../../bff/view-models/deal.ts';

/** The final report to a person: confirmed, refused, or unknown (then it is still on the screen). */
export type Reported = 'confirmed' | 'refused' | 'unsure';

/** From the first press to the last answer, milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
  reported: Reported;
}

/** A value that somebody gave a field. */
export interface Given extends Span {
  journey: number;
  by: 'customer' | 'staff' | 'sales-ops';
  module: 'Contacts' | 'Deals';
  id: string;
  field: string;
  value: unknown;
}

export interface Place {
  module: 'Notes' | 'Tasks' | 'Calls';
  parent: string;
  status?: string;
}

/** Unique words that somebody typed, and the records that should hold them, once each. */
export interface Typed extends Span {
  journey: number;
  words: string;
  places: readonly Place[];
  /** The note of an edit: left only if the edit changed this field. */
  ifChanged?: { id: string; field: string };
}

/** A photo, by the digest of its stored bytes. */
export interface Sent extends Span {
  journey: number;
  contactId: string;
  mark: string;
}

export interface Signing extends Span {
  journey: number;
  dealId: string;
  name: string;
  /** The quote as it was before the person who pressed. */
  shown: Deal;
}

export interface Planned extends Span {
  journey: number;
  contactId: string;
  words: string;
  /** A scheduled call, or the end of all calls. */
  kind: 'plan' | 'end';
}

/** An outcome that a colleague took back. */
export interface Undone extends Span {
  journey: number;
  contactId: string;
}

export interface Withdrawal extends Span {
  journey: number;
  dealId: string;
}

/** An attempt on another customer's data. `got` is the status of the answer. */
export interface Trespass {
  journey: number;
  what: string;
  got: number;
  /** Words that must not turn up anywhere. */
  words: string;
}

/** Something impossible that a person saw. */
export interface Lapse {
  journey: number;
  figure: 'typed but gone' | 'forbidden';
  what: string;
}

/** A lead that one start of the portal handed to a colleague. */
export interface HandedOut {
  journey: number;
  contactId: string;
  generation: number;
}

/** All actions of people in a run, and the reports to them. */
export class Ledger {
  readonly given: Given[] = [];
  readonly typed: Typed[] = [];
  readonly sent: Sent[] = [];
  readonly signings: Signing[] = [];
  readonly planned: Planned[] = [];
  readonly undone: Undone[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly trespasses: Trespass[] = [];
  readonly handedOut: HandedOut[] = [];
  readonly lapses: Lapse[] = [];
}
