import { readDealState, signedOrder } from '../agreement/deal-state.ts';
import { addresseeOf, maskedAddress, type SignatureEvidence } from '../agreement/evidence.ts';
import { dayOf } from '../crm/texts/moments-and-euros.ts';
import { type FoundDeal, shownFields } from '../quote/found-deal.ts';
import { offerOf, paymentParts, presentQuote } from '../quote/present-quote.ts';
import { guaranteeOf, kenmerkOf, nameConditions, quoteFingerprint } from '../quote/quote-fingerprint.ts';
import { reportUnreadableCalc } from '../quote/stored-calc.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { DEAL_ANSWER_NAMES, DEAL_INPUT_NAMES, type DealInputName } from '../view-models/answers.ts';
import { dealCustomer, quotedCustomer } from '../view-models/contact.ts';
import type { Conditions, Deal } from '../view-models/deal.ts';
import { exampleOf, monthlyEuros } from './financing.ts';
import type { DealReadContext } from './read-deal.ts';

const IMAGE = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

/**
 * A deal as its customer sees it. Every field is named: the customer's fields in the view models, the inputs of survey
 * and price in `DEAL_INPUT_NAMES`, all others here. Also determines the quote's state and fingerprint (F1, F7). A
 * signed deal is shown from its evidence, whatever the deal says later (I1).
 */
export function presentDeal(found: FoundDeal, portal: PortalFile): Deal {
  const { deal, contact } = found;
  const state = readDealState(found, portal);
  const { calc, products, quoteArea, signature } = state;
  const signed = signature?.evidence;
  const monthly = monthlyEuros(portal, deal, calc);
  const shown = {
    id: deal.id,
    Deal_Name: deal.Deal_Name,
    Stage: deal.Stage,
    gaikan_offer_product_type: deal.gaikan_offer_product_type,
    hasSurvey: state.hasSurvey,
    ...inputsOf(deal),
    survey1_calc_complete: deal.survey1_calc_complete === true,
    survey1_calc: calc,
    survey1_no_calc: deal.survey1_no_calc === true,
    products: [...products],
    survey1_pending_subsidy: deal.survey1_pending_subsidy === true,
    survey1_client_visible: deal.survey1_client_visible === true,
    survey1_approve_clicked: deal.survey1_approve_clicked === true,
    survey1_signature: deal.survey1_signature && IMAGE.test(deal.survey1_signature) ? deal.survey1_signature : null,
    gaikan_signature_plain: deal.gaikan_signature_plain,
    financing: monthly === null ? null : { monthlyEuros: monthly },
    conditions: null,
    customer: shownFields(quotedCustomer, contact),
    contact: shownFields(dealCustomer, contact),
    quoteArea,
    status: state.status,
    offer: offerOf(signed?.shown ?? { survey1_calc: calc, survey1_no_calc: deal.survey1_no_calc }, state.status),
    isLost: state.isLost,
    isOutdated: quoteArea === 'incomplete' && state.differences.length > 0,
    canReconsider: state.canReconsider,
    isFixed: state.isFixed,
    withdrawnAt: isoTime(deal.portal_withdrawn_at),
    withdrawalIn: found.withdrawalIn ?? null,
    receiptTo: signature ? maskedIf(portal.mailFrom, addresseeOf(signed ?? null, contact).email) : null,
    declinedAt: isoTime(deal.portal_declined_at),
    signature: signature?.state ?? null,
  };
  if (signed) {
    const now = { ...shown, financing: signed.shown.financing };
    const changedSince = quoteFingerprint(now, contact.id, signed) !== signed.fingerprint;
    const { fingerprint } = signed;
    const copy = copyOf(signed, deal.portal_copy_sent_at, portal);
    const { quote, payment, loan, payments, terms } = signedOrder(portal, signed);
    const installationAt = unlessTooEarly(isoTime(deal.portal_installation_at), signed.signedAt);
    const planned = { siteVisitAt: isoTime(deal.portal_site_visit_at), installationAt };
    const signing = { at: signed.signedAt, changedSince, payment, loan, payments, terms, ...planned, copy };
    // The customer signed by typed name, so a drawing next to the name is not part of the signature.
    const own = { ...shown, ...signed.shown, survey1_signature: null };
    return { ...own, fingerprint, kenmerk: kenmerkOf(fingerprint), quote, signing };
  }
  const quote = presentQuote(shown);
  const today = conditionsOf(portal, quote, monthly);
  const fingerprint = quoteFingerprint(shown, contact.id, nameConditions(today));
  const conditions = signature || quoteArea === 'none' ? null : today;
  return { ...shown, conditions, fingerprint, kenmerk: kenmerkOf(fingerprint), quote, signing: null };
}

function conditionsOf(
  portal: PortalFile,
  { totals: { finalInclVat } }: Deal['quote'],
  monthly: number | null,
): Conditions {
  const { terms, payments = [], financingTerms } = portal;
  return {
    guarantee: guaranteeOf(portal),
    terms,
    payments: finalInclVat === null ? [] : paymentParts(payments, finalInclVat),
    loan:
      monthly !== null && financingTerms ? { ...financingTerms, example: exampleOf(financingTerms, monthly) } : null,
  };
}

type Copy = NonNullable<Deal['signing']>['copy'];

/** The state of the customer's copy; `to` is null if the portal cannot mail, or a colleague sends the copy. */
function copyOf({ copy }: SignatureEvidence, sentAt: string | null, { mailFrom }: PortalFile): Copy {
  const to = copy.isTask ? null : maskedIf(mailFrom, copy.email);
  if (sentAt !== null) return { state: 'sent', to, at: isoTime(sentAt), mayBeMailed: false };
  const state = copy.isTask ? 'task' : 'pending';
  return { state, to, at: null, mayBeMailed: copy.mayBeMailed === true };
}

/** Null if no mail can be sent: there is no sender or no address. */
function maskedIf(mailFrom: PortalFile['mailFrom'], email: string | null): string | null {
  return mailFrom && email ? maskedAddress(email) : null;
}

/** Days to withdraw, after the day of the signature. */
const WITHDRAWAL_DAYS = 14;

/**
 * An installation date within the fourteen days is not shown, because the customer did not ask for an early start
 * (decision I3).
 */
function unlessTooEarly(installationAt: string | null, signedAt: string): string | null {
  if (installationAt === null) return null;
  const isEarly = dayOf(Date.parse(installationAt)) <= dayOf(Date.parse(signedAt), WITHDRAWAL_DAYS);
  return isEarly ? null : installationAt;
}

/** A CRM time in UTC. */
function isoTime(instant: string | null): string | null {
  return instant === null ? null : new Date(Date.parse(instant)).toISOString();
}

/**
 * A deal as its customer sees it; also reports an unreadable stored quote. For a signed deal the page shows the quote
 * from the evidence, so the stored quote is always checked.
 */
export function showDeal(
  context: Pick<DealReadContext, 'schemaDrift'> & { portal: PortalFile },
  found: FoundDeal,
): Deal {
  const shown = presentDeal(found, context.portal);
  if (shown.survey1_calc === null || shown.signing) reportUnreadableCalc(context, found.deal);
  return shown;
}

function inputsOf(deal: FoundDeal['deal']): Pick<Deal, DealInputName> {
  const stored = Object.fromEntries(DEAL_INPUT_NAMES.map((name) => [name, deal[name]])) as Pick<Deal, DealInputName>;
  return { ...stored, survey_1_has_solar_panels: solarAnswer(deal) };
}

/**
 * The answer to "Heeft u zonnepanelen?"; null if unanswered. An untouched checkbox reads as null in one organisation
 * and as false in another. If the deal's other checkboxes are never null, a "no" without any other answer counts as
 * unanswered.
 */
function solarAnswer(deal: FoundDeal['deal']): boolean | null {
  if (deal.survey_1_has_solar_panels !== false) return deal.survey_1_has_solar_panels;
  const untouchedReadsFalse =
    deal.survey1_calc_complete !== null && deal.survey1_no_calc !== null && deal.survey1_client_visible !== null;
  const answeredMore = DEAL_ANSWER_NAMES.some((name) => name !== 'survey_1_has_solar_panels' && deal[name] !== null);
  return untouchedReadsFalse && !answeredMore ? null : false;
}
