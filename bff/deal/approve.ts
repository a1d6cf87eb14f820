import { setTimeout as pause } from 'node:timers/promises';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import { operationRef } from '../access/operation-ref.ts';
import { provenEvidence, writeEvidence } from '../agreement/evidence.ts';
import { quoteToSign, type SignatureFacts } from '../agreement/evidence-v1.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/notes-and-tasks.ts';
import { financingChoice } from '../crm/texts/financing-texts.ts';
import { SIGN_BUTTON_TEXT } from '../crm/texts/note-texts.ts';
import { signingRefusedTask } from '../crm/texts/order-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { exampleOf } from '../quote/financing.ts';
import type { DealContact, DealFields, FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { termsDigest } from '../quote/quote-fingerprint.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { isSeen } from '../view-models/body-fields.ts';
import type { Approval, Deal } from '../view-models/deal.ts';
import { changeDeal } from './change-deal.ts';
import { confirmSignature } from './confirm-signature.ts';
import type { ReadDeal } from './read-deal.ts';
import { readFinancing, recordFinancing, refuseUnlessOffered } from './record-financing.ts';

const SECOND_MS = 1_000;
/** Allowed clock skew between the CRM and us. */
const SKEW_MS = 200;
/** A deal that changes every second is somebody at work: then the guard has to do. */
const MOST_READS = 3;

/** Who pressed the button, from where: goes into the evidence. */
export interface Signer {
  ip: string;
  userAgent: string;
  idempotencyKey: string | undefined;
}

/** What a signature is recorded with. */
export interface SigningContext extends CrmWriter {
  clock: Clock;
  log: Log;
  portal: PortalFile;
  /** How often the choice of financing of a deal may be noted. */
  financingChoices: Limit;
  /** The stage of a signed deal. */
  signedStage: { set(crmOptions: CrmCallOptions, found: FoundDeal, before: FoundDeal): Promise<FoundDeal> };
  /** Takes over what follows from a signature. */
  orders: {
    hold(): { heldBy: string; heldUntil: string };
    deliver(found: FoundDeal): void;
    deliverIfSigned(before: FoundDeal): void;
    takeOver(found: FoundDeal): Promise<unknown>;
  };
}

/**
 * Approving is intent; signing is the contract (decision F2). Both are bound to the quote that the customer was shown:
 * another fingerprint is refused with the quote as it is now, and nothing is written (decision F1). The evidence of a
 * signature is part of the write that signs (decision I1); stage, note, PDF and mail follow from it.
 */
export async function approveDeal(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  body: Approval,
  signer: Signer,
): Promise<Deal> {
  const { portal } = context;
  const name = body.gaikan_signature_plain;
  let shown: Deal | undefined;
  const decide = async (current: FoundDeal) => {
    if (name !== undefined && isOwnSignature(current, portal, signer)) return null;
    // Who declined before may still agree (decision I3).
    shown = presentDeal({ ...current, deal: { ...current.deal, portal_declined_at: null } }, portal);
    refuseUnlessOpen(shown, body);
    refuseUnlessOffered(shown, body.financing);
    const intent = intentPatch(current);
    if (name === undefined) return intent;
    refuseWithoutDetails(current.contact, shown);
    const evidence = await evidenceFor(context, crmOptions, shown, current, name, body, signer);
    return { ...intent, ...signaturePatch(current, name, evidence) };
  };
  if (name !== undefined) return presentDeal(await sign(context, crmOptions, read, decide), portal);

  const { found } = await changeDeal(context, crmOptions, { read, decide, guarded: true });
  if (shown?.financing && body.financing !== undefined) {
    const ref = operationRef(signer.idempotencyKey ?? crypto.randomUUID());
    await recordFinancing(context, crmOptions, shown, { chosen: body.financing, ref, ip: signer.ip });
  }
  return presentDeal(found, portal);
}

/**
 * The legal fact comes first and alone (decision J5): the signature is written, read back, and only then the stage is tried.
 * Nobody may come back to hear that it was signed after all: so whatever is not known for certain is looked at again later.
 */
async function sign(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  decide: (current: FoundDeal) => Promise<DealFields | null>,
): Promise<FoundDeal> {
  let signing: { before: FoundDeal; written: FoundDeal } | undefined;
  try {
    const { found, isRefused } = await changeDeal(context, crmOptions, {
      read: afterItsSecond(read, context.clock),
      guarded: true,
      decide: async (before) => {
        signing = undefined;
        const patch = await decide(before);
        if (patch) signing = { before, written: { ...before, deal: { ...before.deal, ...patch } } };
        return patch;
      },
    }).then(
      (changed) => ({ ...changed, isRefused: false }),
      (error: unknown) => {
        if (!signing || !isDealRefused(error)) throw error;
        return { found: signing.written, isRefused: true };
      },
    );
    if (!signing) {
      // The same press, sent again: whoever pressed first may have died before it could deliver.
      void context.orders.takeOver(found);
      return found;
    }
    const { before } = signing;
    const confirmed = await confirmSignature(context, crmOptions, { before, written: found, isRefused });
    if (!confirmed) throw notRecorded(context, before);
    const signed = await context.signedStage.set(crmOptions, confirmed, before);
    context.orders.deliver(signed);
    return signed;
  } catch (error) {
    if (signing && isUnsure(error)) context.orders.deliverIfSigned(signing.before);
    throw error;
  }
}

/** The CRM says no to this deal or a value of it, such as a record that is locked. */
function isDealRefused(error: unknown): boolean {
  return isRefusedForGood(error) && (error.kind === 'locked' || error.kind === 'invalid' || error.kind === 'duplicate');
}

/** Also a write that was refused at last may have been done by an earlier attempt whose answer was lost. */
function isUnsure(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === 'outcome_unknown' || error.code === 'not_recorded';
  return error instanceof CrmError;
}

/** The CRM answered and holds no signature: the customer reads whom to turn to, and a colleague is told, once. */
function notRecorded(context: SigningContext, found: FoundDeal): ProblemError {
  const { deal, contact } = found;
  const shown = presentDeal(found, context.portal);
  context.log.error({ recordId: deal.id }, 'the CRM did not store a signature');
  context.background.insist('signing.refused-task', () =>
    createTaskOnce(
      context,
      crmOptionsFor('background'),
      { module: 'Deals', id: deal.id },
      {
        ...signingRefusedTask(shown.kenmerk),
        Who_Id: { id: contact.id },
        What_Id: { id: deal.id },
        ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
      },
    ),
  );
  const detail = `${API_TEXTS.signing.notRecorded} ${API_TEXTS.reach(context.portal.seller)}`;
  return new ProblemError('not_recorded', { detail, deal: shown });
}

/** Whether the signature that stands is this very press, sent again after a restart had forgotten it. */
function isOwnSignature({ deal }: FoundDeal, { evidenceKeys }: PortalFile, { idempotencyKey }: Signer): boolean {
  if (idempotencyKey === undefined || !isSigned(deal)) return false;
  return provenEvidence(deal, evidenceKeys)?.ref === operationRef(idempotencyKey);
}

async function evidenceFor(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  shown: Deal,
  { contact }: FoundDeal,
  name: string,
  body: Approval,
  signer: Signer,
): Promise<string> {
  const financing = body.financing ?? (await readFinancing(context, crmOptions, shown));
  const { financingTerms, terms, evidenceKeys } = context.portal;
  const facts: SignatureFacts = {
    schema: 1,
    dealId: shown.id,
    contactId: contact.id,
    ref: signer.idempotencyKey === undefined ? null : operationRef(signer.idempotencyKey),
    signedAt: new Date(context.clock.now()).toISOString(),
    name,
    email: contact.Email,
    button: SIGN_BUTTON_TEXT,
    fingerprint: shown.fingerprint,
    confirmedByCustomer: body.fingerprint !== undefined,
    payment:
      shown.financing && financing !== null ? financingChoice(shown, financing, financingTerms?.licenceHolder) : null,
    loan:
      shown.financing && financing && financingTerms
        ? { ...financingTerms, example: exampleOf(financingTerms, shown.financing.monthlyEuros) }
        : null,
    termsVersion: terms.version,
    termsDigest: termsDigest(terms),
    terms: terms.paragraphs.map(({ title, text }) => ({ title, text })),
    notices: shown.quote.notices,
    ip: signer.ip,
    userAgent: signer.userAgent,
    shown: quoteToSign(shown),
    cut: [],
  };
  const copy = { email: contact.Email, ...context.orders.hold(), isTask: false };
  return writeEvidence(facts, copy, evidenceKeys);
}

/**
 * The CRM's guard counts whole seconds: what changes a deal in the second in which it was read goes unseen, and an earlier
 * signature whose answer was lost could still come over the one that is confirmed. So a signature rests on a deal whose
 * last change is a second ago.
 */
function afterItsSecond(read: ReadDeal, clock: Clock): ReadDeal {
  return async (crmOptions) => {
    for (let reads = 1; ; reads += 1) {
      const found = await read(crmOptions);
      const restMs = Date.parse(found.deal.Modified_Time ?? '') + SECOND_MS + SKEW_MS - clock.now();
      if (!(restMs > 0) || reads === MOST_READS) return found;
      await pause(Math.min(restMs, SECOND_MS + SKEW_MS));
    }
  };
}

function refuseUnlessOpen(deal: Deal, body: Approval): void {
  if (deal.quoteArea === 'withdrawn') {
    throw new ProblemError('already_signed', { detail: API_TEXTS.signing.withdrawn, deal });
  }
  if (deal.quoteArea === 'signed') {
    throw new ProblemError('already_signed', { detail: API_TEXTS.signing.alreadySigned, deal });
  }
  if (body.fingerprint !== undefined && body.fingerprint !== deal.fingerprint) {
    throw new ProblemError('quote_changed', {
      detail: API_TEXTS.signing.quoteChanged,
      deal,
    });
  }
  if (deal.quoteArea === 'closed') {
    throw new ProblemError('forbidden', { detail: API_TEXTS.signing.notReleased, deal });
  }
  if (deal.quoteArea !== 'approve') {
    const detail = deal.isOutdated ? API_TEXTS.signing.outdated : API_TEXTS.signing.incomplete;
    throw new ProblemError('quote_incomplete', { detail, deal });
  }
  if (!deal.survey1_approve_clicked && !body.survey1_approve_clicked) {
    throw new ProblemError('conflict', { detail: API_TEXTS.signing.notApproved, deal });
  }
}

/** An order goes to an address, and its date is agreed by telephone (decision J6). */
function refuseWithoutDetails(contact: DealContact, deal: Deal): void {
  const missing = Object.entries(API_TEXTS.signing.missing).filter(
    ([field]) => !isSeen(contact[field as keyof typeof API_TEXTS.signing.missing] ?? ''),
  );
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing);
  throw new ProblemError('details_missing', { detail: API_TEXTS.signing.detailsMissing, fields, deal });
}

/** Approving takes back that the quote was declined. */
function intentPatch({ deal }: FoundDeal): DealFields {
  return {
    ...(deal.survey1_approve_clicked !== true && { survey1_approve_clicked: true }),
    ...(deal.portal_declined_at !== null && { portal_declined_at: null }),
  };
}

/** The signature and its evidence. What an earlier signature left, which somebody took away, does not speak of this one. */
function signaturePatch({ deal: stored }: FoundDeal, name: string, evidence: string): DealFields {
  return {
    gaikan_signature_plain: name,
    portal_signature_evidence: evidence,
    ...(stored.portal_copy_sent_at !== null && { portal_copy_sent_at: null }),
    ...(stored.portal_withdrawn_at !== null && { portal_withdrawn_at: null }),
  };
}
