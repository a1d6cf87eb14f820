import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import { operationRef } from '../access/idempotency-cache.ts';
import { type Clock, SECOND_MS } from '../crm/clock.ts';
import { type CrmWriter, createDealTaskOnce } from '../crm/create-once.ts';
import { SIGN_BUTTON_TEXT } from '../crm/texts/note-texts.ts';
import { signingRefusedTask } from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { type DealFields, type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { guaranteeOf, kenmerkOf, type NamedConditions, termsDigest } from '../quote/quote-fingerprint.ts';
import { type DealChange, writeDeal } from '../quote/write-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { AddressChanges } from './address-changes.ts';
import { confirmSignature } from './confirm-signature.ts';
import { provenEvidence, writeEvidence } from './evidence.ts';
import { quoteToSign, type SignatureFacts, type SignedQuote } from './evidence-v1.ts';
import type { Orders } from './orders.ts';
import type { SignedStage } from './signed-stage.ts';

/** Allowed clock skew between the CRM and us. */
const SKEW_MS = 200;
/**
 * If a deal changes every second, somebody is editing it. After this many reads, the portal signs anyway, protected
 * only by the guard.
 */
const MOST_READS = 3;

/** Address and browser of the signer, for the evidence. */
export interface Signer {
  ip: string;
  userAgent: string;
  idempotencyKey: string | undefined;
}

export interface SigningContext extends CrmWriter {
  clock: Clock;
  log: Log;
  portal: PortalFile;
  signedStage: Pick<SignedStage, 'set'>;
  addressChanges: Pick<AddressChanges, 'before'>;
  orders: Pick<Orders, 'hold' | 'deliver' | 'deliverIfSigned' | 'resume'>;
}

/**
 * The signature comes first and alone (decision J5): the portal writes it, reads it back, and only then sets the stage.
 * After an uncertain outcome the customer may never return, so the portal checks every such outcome again later.
 * `change.decide` gives the fields that sign, or null if this request has already signed.
 *
 * @returns whether the CRM holds the signature; `found` is then the signed deal, otherwise the deal as it was before
 */
export async function sign(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  change: Omit<DealChange, 'first' | 'lastWriterWins'>,
): Promise<{ isRecorded: boolean; found: FoundDeal }> {
  let attempt: { before: FoundDeal; written: FoundDeal } | undefined;
  const decide = async (before: FoundDeal) => {
    attempt = undefined;
    const patch = await change.decide(before);
    if (patch) attempt = { before, written: { ...before, deal: { ...before.deal, ...patch } } };
    return patch;
  };
  try {
    const read = afterItsSecond(change.read, context);
    const { found, isRefused } = await writeDeal(context, crmOptions, { ...change, read, decide }).then(
      (after) => ({ found: after.found, isRefused: false }),
      (error: unknown) => {
        if (!attempt || !isDealRefused(error)) throw error;
        return { found: attempt.written, isRefused: true };
      },
    );
    if (!attempt) {
      // A repeat of the request that signed. The first process may have died before delivering.
      void context.orders.resume(found);
      return { isRecorded: true, found };
    }
    const { before } = attempt;
    const confirmed = await confirmSignature(context, crmOptions, { before, written: found, isRefused });
    if (!confirmed) {
      context.orders.deliverIfSigned(attempt.written);
      tellNotRecorded(context, attempt.written);
      return { isRecorded: false, found: before };
    }
    const signed = await context.signedStage.set(crmOptions, confirmed, before);
    context.orders.deliver(signed);
    return { isRecorded: true, found: signed };
  } catch (error) {
    if (attempt && isUnsure(error)) context.orders.deliverIfSigned(attempt.written);
    throw error;
  }
}

/** The CRM refuses this deal or a value of it, for example because the record is locked. */
function isDealRefused(error: unknown): boolean {
  return isRefusedForGood(error) && (error.kind === 'locked' || error.kind === 'invalid' || error.kind === 'duplicate');
}

/** Even after a final refusal an earlier attempt with a lost answer may have succeeded. */
function isUnsure(error: unknown): boolean {
  return error instanceof CrmError || (error instanceof ProblemError && error.code === 'outcome_unknown');
}

/** The CRM answered and has no signature: a task tells a colleague, once. */
function tellNotRecorded(context: SigningContext, found: FoundDeal): void {
  const evidence = provenEvidence(found.deal, context.portal.evidenceKeys);
  context.log.error({ recordId: found.deal.id }, 'the CRM did not store a signature');
  const task = signingRefusedTask(evidence ? kenmerkOf(evidence.fingerprint) : '');
  context.background.retryInBackground('signing.refused-task', () =>
    createDealTaskOnce(context, crmOptionsFor('background'), found, task),
  );
}

/** Whether an earlier attempt of this same request made the present signature, for example before a restart. */
export function isOwnSignature({ deal }: FoundDeal, { evidenceKeys }: PortalFile, { idempotencyKey }: Signer): boolean {
  if (idempotencyKey === undefined || !isSigned(deal)) return false;
  return provenEvidence(deal, evidenceKeys)?.ref === operationRef(idempotencyKey);
}

/** What the customer saw and entered when signing. */
export interface SignedOffer
  extends NamedConditions,
    Pick<SignatureFacts, 'name' | 'confirmedByCustomer' | 'payment' | 'loan'> {
  shown: SignedQuote & { fingerprint: string; quote: { notices: string[] } };
  terms: PortalFile['terms'];
  payments: NonNullable<SignatureFacts['payments']>;
  signer: Signer;
}

/** The fields of the signature and its evidence. Also resets fields left over from a removed signature. */
export function signatureFields(
  { clock, portal, orders, addressChanges }: SigningContext,
  { deal: stored, contact, stages }: FoundDeal,
  { shown, name, confirmedByCustomer, terms, payment, loan, payments, signer, ...conditions }: SignedOffer,
): DealFields {
  const { brand, seller, evidenceKeys } = portal;
  const addressChange = addressChanges.before(contact.id);
  const facts: SignatureFacts = {
    schema: 1,
    dealId: shown.id,
    contactId: contact.id,
    ref: signer.idempotencyKey === undefined ? null : operationRef(signer.idempotencyKey),
    signedAt: new Date(clock.now()).toISOString(),
    name,
    email: contact.Email,
    button: SIGN_BUTTON_TEXT,
    fingerprint: shown.fingerprint,
    confirmedByCustomer,
    payment,
    loan,
    ...(payments.length > 0 && { payments }),
    seller,
    brand,
    guarantee: guaranteeOf(portal),
    termsVersion: conditions.termsVersion,
    conditionsDigest: conditions.conditionsDigest,
    termsDigest: termsDigest(terms),
    terms: terms.paragraphs.map(({ title, text }) => ({ title, text })),
    notices: shown.quote.notices,
    ip: signer.ip,
    userAgent: signer.userAgent,
    ...(addressChange && { addressChange }),
    ...(stored.Stage !== null && stages.kindOf(stored.Stage) === 'lost' && { lostStage: stored.Stage }),
    shown: quoteToSign(shown),
    cut: [],
  };
  return {
    gaikan_signature_plain: name,
    portal_signature_evidence: writeEvidence(
      facts,
      { email: contact.Email, ...orders.hold(), isTask: false },
      evidenceKeys,
    ),
    ...(stored.portal_copy_sent_at !== null && { portal_copy_sent_at: null }),
    ...(stored.portal_withdrawn_at !== null && { portal_withdrawn_at: null }),
  };
}

/**
 * The CRM's guard counts whole seconds, so it does not notice another change within the same second. A delayed earlier
 * signature could then overwrite the confirmed one. So signing waits until the deal's last change is a second ago.
 */
function afterItsSecond(read: DealChange['read'], { clock, background }: SigningContext): DealChange['read'] {
  return async (crmOptions) => {
    for (let reads = 1; ; reads += 1) {
      const found = await read(crmOptions);
      const restMs = Date.parse(found.deal.Modified_Time ?? '') + SECOND_MS + SKEW_MS - clock.now();
      if (!(restMs > 0) || reads === MOST_READS) return found;
      await background.pause(Math.min(restMs, SECOND_MS + SKEW_MS));
    }
  };
}
