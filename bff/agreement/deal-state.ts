import { inputDifferences, isFixedOffer, quoteFaults } from '../quote/check-quote.ts';
import { type FoundDeal, isModuleQuote, isSigned, quoteAreaOf } from '../quote/found-deal.ts';
import { presentQuote } from '../quote/present-quote.ts';
import { termsDigest } from '../quote/quote-fingerprint.ts';
import { isSurveyAnswered, unsureOfQuote } from '../quote/quote-inputs.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { EvidenceKeys } from '../site/signing-keys.ts';
import { nameIn, provenEvidence, type ReadSignature, readSignature, type SignatureEvidence } from './evidence.ts';

/** The state of a deal's signature; null if it is unsigned. Unreadable evidence cannot be verified. */
function signatureOf(
  { deal, unreadable }: Pick<FoundDeal, 'deal' | 'unreadable'>,
  { evidenceKeys }: PortalFile,
): ReadSignature | null {
  if (!isSigned(deal)) return null;
  if (unreadable.includes('portal_signature_evidence')) return { state: 'unknownKey', evidence: null };
  return readSignature(deal, evidenceKeys);
}

/**
 * The stored quote if it may be shown, with its faults, the rows of an older quote, and the state shown below the quote;
 * `areaIfOpen` is that state if the customer had not declined. Without `ownProducts` the rows of an older quote may be
 * unknown: then faults of that quote do not count.
 */
export function readDealState(found: FoundDeal, portal: PortalFile) {
  const { deal, ownProducts, stages } = found;
  const signature = signatureOf(found, portal);
  const isUnsure = unsureOfQuote(found).length > 0;
  // A signed quote stays visible; an open one with unreadable fields is hidden rather than shown wrong.
  const calc = isUnsure && !signature ? null : parseStoredCalc(deal.survey1_calc);
  const products = calc?.quote.products.length ? calc.quote.products : calc ? (ownProducts ?? []) : [];
  const areRowsUnread = ownProducts === undefined && products.length === 0 && !isModuleQuote(deal);
  const shown = calc && { ...calc, quote: { ...calc.quote, products: [...products] } };
  const faults = shown && quoteFaults(shown, deal);
  const differences = inputDifferences(deal, calc, portal.includedMetres);
  const quote = {
    hasCalc: deal.survey1_calc !== null,
    hasFaults: isUnsure || !faults || (faults.length > 0 && !areRowsUnread) || differences.length > 0,
  };
  const quoteArea = quoteAreaOf(deal, quote);
  const areaIfOpen = quoteAreaOf({ ...deal, portal_declined_at: null }, quote);
  const canReconsider = quoteArea === 'declined' && areaIfOpen === 'approve';
  const hasSurvey = deal.gaikan_offer_product_type === portal.supplier;
  const isOpen = stages.kindOf(deal.Stage) === 'open';
  const status = statusOf(deal, quoteArea, { hasSurvey, isOpen });
  // The CRM may refuse the stage of a signed order, or get it later. So a deal that still has the stage from before the
  // signature is not lost.
  const isLost = stages.kindOf(deal.Stage) === 'lost' && deal.Stage !== signature?.evidence?.lostStage;
  const isFixed = isFixedOffer(deal, isUnsure ? null : calc, differences);
  return {
    calc,
    products,
    faults,
    differences,
    isFixed,
    quoteArea,
    areaIfOpen,
    canReconsider,
    hasSurvey,
    status,
    isLost,
    signature,
  };
}

/** The progress of a deal. Only a deal with a survey can have open questions. */
function statusOf(
  deal: FoundDeal['deal'],
  quoteArea: ReturnType<typeof quoteAreaOf>,
  { hasSurvey, isOpen }: { hasSurvey: boolean; isOpen: boolean },
) {
  if (quoteArea === 'signed' || quoteArea === 'withdrawn' || quoteArea === 'declined') return quoteArea;
  if (quoteArea === 'approve') return 'ready' as const;
  if (!isOpen) return 'ended' as const;
  return hasSurvey && !isSurveyAnswered(deal) ? ('survey' as const) : ('preparing' as const);
}

/**
 * Restores the name of a signature if somebody emptied that field. The evidence still proves the signature, and one
 * emptied field does not undo a contract (decision E10). A colleague who takes a signature back empties both fields.
 */
export function withSignedName(deal: FoundDeal['deal'], keys: EvidenceKeys): FoundDeal['deal'] {
  if (deal.portal_signature_evidence === null || isSigned(deal)) return deal;
  const signed = { ...deal, gaikan_signature_plain: nameIn(deal.portal_signature_evidence) };
  return provenEvidence(signed, keys) ? signed : deal;
}

/**
 * A signed order for page, print, PDF and mail, from its evidence alone (decision J7). The paragraphs of its terms are
 * null if their text did not fit the evidence and is no longer in the portal file.
 */
export function signedOrder(
  { terms, earlierTerms = [] }: Pick<PortalFile, 'terms' | 'earlierTerms'>,
  evidence: SignatureEvidence,
) {
  const { shown, notices, payment, loan, payments = [], termsVersion: version, termsDigest: digest } = evidence;
  const kept = [terms, ...earlierTerms].find((each) => each.version === version && termsDigest(each) === digest);
  return {
    quote: { ...presentQuote(shown), notices },
    payment,
    loan,
    payments,
    terms: { version, paragraphs: evidence.terms ?? kept?.paragraphs ?? null },
  };
}
export type SignedOrder = ReturnType<typeof signedOrder>;
