import { type SignedOrder, signedOrder } from '../agreement/deal-state.ts';
import type { SignatureEvidence } from '../agreement/evidence.ts';
import { kenmerkOf, type ShownQuote } from '../quote/quote-fingerprint.ts';
import { stepLines } from '../quote/quote-texts.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { DealSummary } from '../view-models/contact.ts';
import type { Deal } from '../view-models/deal.ts';
import type { PresentedQuote } from '../view-models/quote.ts';
import { PDF_TEXTS } from './pdf-texts.ts';

/** A quote for the PDF: open for approval, or as signed. */
export interface QuotePdf {
  quote: ShownQuote & Pick<Deal, 'Deal_Name' | 'fingerprint' | 'kenmerk'>;
  /** Rows, totals and choice, as on the page. */
  shown: PresentedQuote;
  /** Null while unsigned. */
  signature: Signature | null;
  /** When the customer declined; null for any other quote. */
  declinedAt: string | null;
  /**
   * The terms that apply. Without paragraphs if the text was replaced since; without a version if none was recorded.
   */
  terms: { version: string | null; paragraphs: PortalFile['terms']['paragraphs'] | null };
  /** The texts for offered or chosen credit; null if there is none. */
  loan: SignedOrder['loan'];
  /** When to pay which part; empty if nothing says so. */
  payments: SignedOrder['payments'];
  /** Reasons for this battery, on an open offer. */
  why: readonly string[];
  /** The legal guarantee and the maker's, if configured in the portal file. */
  guarantees: Guarantees;
  /** The data for the drawing on an open offer; null if nothing is known. */
  house: House | null;
  /** The steps after the signature, each with its name. */
  steps: readonly string[];
  brand: string;
  seller: PortalFile['seller'];
  /** The colleague whom the page of an open offer names; null if the portal does not know one. */
  adviser: DealSummary['adviser'];
  /** When the quote was read, in milliseconds since the epoch. */
  readAt: number;
  /** Where an open offer is agreed to: the portal's address, never the personal link. Null for an order. */
  portalAddress: string | null;
}

export interface House {
  metres: number;
  /** Number of panels on the roof. */
  panels: number;
  /** Null for a battery of the older format. */
  modules: number | null;
}

/** The kind of document, for its heading and its file name. */
export function titleOf({ signature, declinedAt }: Pick<QuotePdf, 'signature' | 'declinedAt'>): string {
  const { approve, declined, signed, withdrawn } = PDF_TEXTS.title;
  if (!signature) return declinedAt === null ? approve : declined;
  return signature.withdrawnAt ? withdrawn : signed;
}

type Guarantees = Pick<PortalFile, 'legalGuarantee' | 'guaranteeNotice' | 'guaranteeLabel'>;

export function guaranteesOf({ legalGuarantee, guaranteeNotice, guaranteeLabel }: PortalFile): Guarantees {
  return { legalGuarantee, guaranteeNotice, guaranteeLabel };
}

export interface Signature {
  typedName: string | null;
  /** A png or jpeg as data URL. */
  drawn: string | null;
  /** ISO time of our server; null if the evidence has none. */
  at: string | null;
  /** With or without financing, as recorded with the signature. */
  payment: string | null;
  /** Whether the CRM now holds a different quote from the signed one. */
  changedSince: boolean;
  /** ISO time of the withdrawal. */
  withdrawnAt: string | null;
  withdrawalIn: Deal['withdrawalIn'];
  /** When the document was drawn again because the original was lost, in milliseconds since the epoch. */
  remadeAt: number | null;
  /** Further facts of the signature; null for signatures from before they were recorded. */
  evidence: {
    button: string;
    ip: string | null;
    userAgent: string | null;
    ref: string | null;
    confirmedByCustomer: boolean;
    cut: readonly string[];
  } | null;
}

/** What happened to the order or its document since. */
type Since = Partial<Pick<Signature, 'changedSince' | 'withdrawnAt' | 'withdrawalIn' | 'remadeAt'>>;

/** The signed order from its evidence, for the PDF, whatever the CRM holds now. */
export function orderPdf(portal: PortalFile, evidence: SignatureEvidence, since: Since): QuotePdf {
  const { brand, seller } = portal;
  const order = signedOrder(portal, evidence);
  const { fingerprint, shown, signedAt } = evidence;
  return {
    quote: { ...shown, fingerprint, kenmerk: kenmerkOf(fingerprint) },
    shown: order.quote,
    declinedAt: null,
    terms: order.terms,
    guarantees: guaranteesOf(portal),
    house: null,
    steps: stepLines(portal, shown),
    loan: order.loan,
    payments: order.payments,
    why: [],
    brand,
    seller,
    adviser: null,
    readAt: Date.parse(signedAt),
    portalAddress: null,
    signature: {
      typedName: evidence.name,
      drawn: null,
      at: signedAt,
      payment: order.payment,
      changedSince: false,
      withdrawnAt: null,
      withdrawalIn: null,
      remadeAt: null,
      ...since,
      evidence: {
        button: evidence.button,
        ip: evidence.ip,
        userAgent: evidence.userAgent,
        ref: evidence.ref,
        confirmedByCustomer: evidence.confirmedByCustomer,
        cut: evidence.cut,
      },
    },
  };
}
