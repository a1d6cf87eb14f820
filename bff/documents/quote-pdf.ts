import { type SignedOrder, signedOrder } from '../agreement/deal-state.ts';
import type { SignatureEvidence } from '../agreement/evidence.ts';
import { guaranteeOf, kenmerkOf, type ShownQuote } from '../quote/quote-fingerprint.ts';
import { stepLines } from '../quote/quote-texts.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { DealSummary } from '../view-models/contact.ts';
import type { Deal } from '../view-models/deal.ts';
import type { Installed } from '../view-models/offer.ts';
import type { PresentedQuote } from '../view-models/quote.ts';
import { PDF_TEXTS } from './pdf-texts.ts';

/** A quote for the PDF: open for approval, or as signed. */
export interface QuotePdf extends SellerParts {
  quote: ShownQuote & Pick<Deal, 'Deal_Name' | 'fingerprint' | 'kenmerk'>;
  /** Rows, totals and choice, as on the page. */
  shown: PresentedQuote;
  /** Null once signed. */
  offer: OpenOffer | null;
  /** Null while unsigned. */
  signature: Signature | null;
  /**
   * The terms that apply. Without paragraphs if the text was replaced since; without a version if none was recorded.
   */
  terms: { version: string | null; paragraphs: PortalFile['terms']['paragraphs'] | null };
  /** The texts for offered or chosen credit; null if there is none. */
  loan: SignedOrder['loan'];
  /** The parts of the price, each with its due moment; empty if none were recorded or configured. */
  payments: SignedOrder['payments'];
  /** When the quote was read, in milliseconds since the epoch. */
  readAt: number;
}

/** The parts that only an unsigned offer has. */
interface OpenOffer {
  /** When the customer declined; null if they did not. */
  declinedAt: string | null;
  /** Reasons for this battery. */
  why: readonly string[];
  /** The data for the drawing; null if nothing is known. */
  house: { metres: number; panels: number; modules: number | null } | null;
  /** The colleague whom the page names; null if the portal does not know one. */
  adviser: DealSummary['adviser'];
  /** The address where the customer agrees to the offer: that of the portal, never the personal link. */
  portalAddress: string;
}

export interface Signature {
  typedName: string | null;
  /** A png or jpeg as data URL. */
  drawn: string | null;
  /** Whether the CRM now holds a different quote from the signed one. */
  changedSince: boolean;
  /** ISO time of the withdrawal. */
  withdrawnAt: string | null;
  withdrawalIn: Deal['withdrawalIn'];
  /** When the document was drawn again because the original was lost, in milliseconds since the epoch. */
  remadeAt: number | null;
  /** Null for signatures from before evidence was recorded. */
  evidence: SignatureEvidence | null;
}

/** The kind of document, for its heading and its file name. */
export function titleOf({ signature, offer }: Pick<QuotePdf, 'signature' | 'offer'>): string {
  const { approve, declined, signed, withdrawn } = PDF_TEXTS.title;
  if (!signature) return offer?.declinedAt ? declined : approve;
  return signature.withdrawnAt ? withdrawn : signed;
}

interface SellerParts extends Pick<PortalFile, 'brand' | 'seller'> {
  /** The legal guarantee and the maker's, if configured in the portal file. */
  guarantees: Pick<PortalFile, 'legalGuarantee' | 'guaranteeNotice' | 'guaranteeLabel'>;
  /** The steps after the signature, each with its name. */
  steps: readonly string[];
}

/** The parts from the portal file, for any quote. */
export function sellerParts(portal: PortalFile, quote: Installed): SellerParts {
  const { brand, seller, legalGuarantee, guaranteeNotice, guaranteeLabel } = portal;
  const guarantees = { legalGuarantee, guaranteeNotice, guaranteeLabel };
  return { brand, seller, guarantees, steps: stepLines(portal, quote) };
}

/** What happened to the order or its document after the signature. */
type Since = Partial<Pick<Signature, 'changedSince' | 'withdrawnAt' | 'withdrawalIn' | 'remadeAt'>>;

/** A signature after which nothing happened. */
export const UNTOUCHED = { changedSince: false, withdrawnAt: null, withdrawalIn: null, remadeAt: null };

/** The signed order from its evidence, for the PDF, whatever the CRM and the portal file hold now. */
export function orderPdf(portal: PortalFile, evidence: SignatureEvidence, since: Since): QuotePdf {
  const { fingerprint, shown, signedAt, name, seller = portal.seller, brand = portal.brand } = evidence;
  const { quote, terms, loan, payments } = signedOrder(portal, evidence);
  return {
    brand,
    seller,
    guarantees: guaranteesOf(portal, evidence),
    steps: stepLines(portal, shown),
    quote: { ...shown, fingerprint, kenmerk: kenmerkOf(fingerprint) },
    shown: quote,
    offer: null,
    signature: { ...UNTOUCHED, ...since, typedName: name, drawn: null, evidence },
    terms,
    loan,
    payments,
    readAt: Date.parse(signedAt),
  };
}

/** The guarantees as signed. An image is printed only if the portal file still has it. */
function guaranteesOf(portal: PortalFile, { guarantee }: SignatureEvidence): SellerParts['guarantees'] {
  const { notice, label } = guaranteeOf(portal);
  return {
    legalGuarantee: guarantee?.text ?? undefined,
    guaranteeNotice: guarantee?.notice === notice ? portal.guaranteeNotice : undefined,
    guaranteeLabel: guarantee?.label === label ? portal.guaranteeLabel : undefined,
  };
}
