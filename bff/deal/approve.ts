import { setTimeout as pause } from 'node:timers/promises';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { operationRef } from '../access/operation-ref.ts';
import type { Clock } from '../crm/clock.ts';
import { EVIDENCE_TITLE, markLine, type SigningFacts } from '../crm/texts/note-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import { calcWithProducts } from '../quote/own-products.ts';
import { presentDeal } from '../quote/present-deal.ts';
import type { Approval, Deal } from '../view-models/deal.ts';
import { changeDeal } from './change-deal.ts';
import type { SigningContext } from './evidence.ts';
import { recordEvidence } from './evidence.ts';
import type { ReadDeal } from './read-deal.ts';
import { recordFinancing, refuseUnlessOffered } from './record-financing.ts';

const SECOND_MS = 1_000;
/** By so much the CRM's clock may run behind ours. */
const SKEW_MS = 200;
/** A deal that changes every second is somebody at work: then the guard has to do. */
const MOST_READS = 3;

/** Who pressed the button, from where: goes into the evidence. */
export interface Signer {
  ip: string;
  userAgent: string;
  idempotencyKey: string | undefined;
}

/**
 * Approving is intent; signing is the contract (decision F2). Both are bound to the quote that the customer was shown:
 * another fingerprint is refused with the quote as it is now, and nothing is written (decision F1).
 */
export async function approveDeal(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  body: Approval,
  signer: Signer,
): Promise<Deal> {
  try {
    return await approveOnce(context, crmOptions, read, body, signer);
  } catch (error) {
    const signed = error instanceof ProblemError && error.code === 'already_signed' ? error.details.deal : undefined;
    if (signed && (await isOwnSignature(context, crmOptions, signed, signer))) return signed;
    throw error;
  }
}

/** Whether the signature that stands is this very press, sent again after a restart had forgotten it. */
async function isOwnSignature(
  context: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  deal: Deal,
  { idempotencyKey }: Signer,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false;
  const notes = await context.crm.notes.listFor({ module: 'Deals', id: deal.id }, crmOptions);
  const mark = markLine(markOf(idempotencyKey));
  return notes.some(({ Note_Title, Note_Content }) => {
    return Note_Title?.startsWith(EVIDENCE_TITLE) && Note_Content?.split('\n').includes(mark);
  });
}

async function approveOnce(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  body: Approval,
  signer: Signer,
): Promise<Deal> {
  const { portal } = context;
  const name = body.gaikan_signature_plain;
  let shown: Deal | undefined;

  const { found, written } = await changeDeal(context, crmOptions, {
    read: name === undefined ? read : afterItsSecond(read, context.clock),
    guarded: true,
    decide: (current) => {
      shown = presentDeal(current, portal);
      refuseUnlessOpen(shown, body);
      refuseUnlessOffered(shown, body.financing);
      return approvalPatch(shown, current, body, portal.signedStage);
    },
  });

  const deal = presentDeal(found, portal);
  if (name === undefined && shown?.financing && body.financing !== undefined) {
    const mark = operationRef(signer.idempotencyKey ?? crypto.randomUUID());
    await recordFinancing(context, crmOptions, shown, body.financing, mark);
  }
  if (name !== undefined && written && shown) {
    const facts: SigningFacts = {
      deal: shown,
      name,
      signedAt: new Date(context.clock.now()).toISOString(),
      ip: signer.ip,
      userAgent: signer.userAgent,
      confirmedByCustomer: body.fingerprint !== undefined,
      financing: shown.financing && body.financing !== undefined ? body.financing : null,
      termsVersion: portal.terms.version,
      mark: markOf(signer.idempotencyKey),
      repaired: false,
    };
    await recordEvidence(context, crmOptions, facts);
  }
  return deal;
}

/**
 * The CRM's guard counts whole seconds: what changes a deal in the second in which it was read goes unseen, and an earlier
 * signature whose answer was lost could still come over the one that is confirmed. So a signature rests on a deal whose
 * last change is a second ago.
 */
function afterItsSecond(read: ReadDeal, clock: Clock): ReadDeal {
  return async (call) => {
    for (let reads = 1; ; reads += 1) {
      const found = await read(call);
      const restMs = Date.parse(found.deal.Modified_Time ?? '') + SECOND_MS + SKEW_MS - clock.now();
      if (!(restMs > 0) || reads === MOST_READS) return found;
      await pause(Math.min(restMs, SECOND_MS + SKEW_MS));
    }
  };
}

function refuseUnlessOpen(deal: Deal, body: Approval): void {
  if (deal.quoteArea === 'signed') {
    throw new ProblemError('already_signed', { detail: 'Deze offerte is al ondertekend.', deal });
  }
  if (body.fingerprint !== undefined && body.fingerprint !== deal.fingerprint) {
    throw new ProblemError('quote_changed', {
      detail: 'De offerte is gewijzigd sinds u deze bekeek. Er is niets ondertekend. Bekijk eerst de nieuwe offerte.',
      deal,
    });
  }
  if (deal.quoteArea === 'closed') {
    throw new ProblemError('forbidden', { detail: 'Deze offerte staat nog niet open om goed te keuren.', deal });
  }
  if (deal.quoteArea !== 'approve') {
    throw new ProblemError('quote_incomplete', { detail: 'Deze offerte is nog niet compleet.', deal });
  }
  if (!deal.survey1_approve_clicked && !body.survey1_approve_clicked) {
    throw new ProblemError('conflict', { detail: 'Keur de offerte eerst goed met "Akkoord … Verder".', deal });
  }
}

/** The signature, its stage and rows that stood only in the deal's products go in one write: then the quote is frozen (E10). */
function approvalPatch(deal: Deal, { deal: stored }: FoundDeal, body: Approval, signedStage: string): DealFields {
  const intent = deal.survey1_approve_clicked ? {} : { survey1_approve_clicked: true };
  if (body.gaikan_signature_plain === undefined) return intent;
  const frozen = calcWithProducts(stored.survey1_calc, deal.products);
  return {
    ...intent,
    gaikan_signature_plain: body.gaikan_signature_plain,
    ...(signedStage !== '' && { Stage: signedStage }),
    ...(frozen !== null && { survey1_calc: frozen }),
  };
}

function markOf(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) return 'geen sleutel meegestuurd';
  return operationRef(idempotencyKey);
}
