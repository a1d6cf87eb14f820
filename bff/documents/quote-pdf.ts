import type { SignatureEvidence } from '../agreement/evidence.ts';
import { type SignedOrder, signedOrder } from '../agreement/signed-order.ts';
import { kenmerkOf, type ShownQuote } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import type { PresentedQuote } from '../view-models/quote.ts';

/** A quote for the PDF: as its customer may approve it now, or as it was signed. */
export interface QuotePdf {
  quote: ShownQuote & Pick<Deal, 'Deal_Name' | 'fingerprint' | 'kenmerk'>;
  /** Its rows, totals and choice, as the page shows them. */
  shown: PresentedQuote;
  /** Null while unsigned. */
  signature: Signature | null;
  /** The terms that apply; only their version where the text has been replaced since, null where nobody noted them. */
  terms: { version: string | null; paragraphs: PortalFile['terms']['paragraphs'] | null };
  /** What goes with credit that is offered, or was chosen; null where there is none. */
  loan: SignedOrder['loan'];
  /** What the law and a maker promise about the goods, as far as the portal file has it. */
  guarantees: Guarantees;
  /** The house of the answers, for the drawing on an open offer; null where nothing is known of it. */
  house: House | null;
  brand: string;
  seller: PortalFile['seller'];
  /** When the quote was read: milliseconds since the epoch. */
  readAt: number;
}

export interface House {
  metres: number;
  /** On the roof; null where there are none, or nobody said. */
  panels: number | null;
  /** Null for a battery of the older format. */
  modules: number | null;
}

type Guarantees = Pick<PortalFile, 'legalGuarantee' | 'guaranteeNotice' | 'guaranteeLabel'>;

export function guaranteesOf({ legalGuarantee, guaranteeNotice, guaranteeLabel }: PortalFile): Guarantees {
  return { legalGuarantee, guaranteeNotice, guaranteeLabel };
}

export interface Signature {
  typedName: string | null;
  /** A png or jpeg as data URL. */
  drawn: string | null;
  /** ISO time of our server; null where the evidence does not state it. */
  at: string | null;
  /** With or without financing, as noted with the signature. */
  payment: string | null;
  /** Whether the CRM now holds another quote than the one that was signed. */
  changedSince: boolean;
  /** ISO time of the withdrawal. */
  withdrawnAt: string | null;
  withdrawalIn: Deal['withdrawalIn'];
  /** When its document was made again, because the one of the signing was gone: milliseconds since the epoch. */
  remadeAt: number | null;
  /** The further facts of the signature; null for one of before they were kept. */
  evidence: {
    button: string;
    ip: string | null;
    userAgent: string | null;
    ref: string | null;
    confirmedByCustomer: boolean;
    cut: readonly string[];
  } | null;
}

/** What became of the order, or of its document, since. */
type Since = Partial<Pick<Signature, 'changedSince' | 'withdrawnAt' | 'withdrawalIn' | 'remadeAt'>>;

/** The signed order as its evidence has it, whatever the CRM holds by now: what goes on paper. */
export function orderPdf(portal: PortalFile, evidence: SignatureEvidence, since: Since): QuotePdf {
  const { brand, seller } = portal;
  const order = signedOrder(portal, evidence);
  const { fingerprint, shown, signedAt } = evidence;
  return {
    quote: { ...shown, fingerprint, kenmerk: kenmerkOf(fingerprint) },
    shown: order.quote,
    terms: order.terms,
    guarantees: guaranteesOf(portal),
    house: null,
    loan: order.loan,
    brand,
    seller,
    readAt: Date.parse(signedAt),
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
