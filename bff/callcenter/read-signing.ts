import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { signatureIn } from '../crm/texts/note-texts.ts';
import type { SignedDeal, Signing, SigningsKnown } from './signings-known.ts';

export interface SigningReadContext {
  crm: CrmClient;
  signingsKnown: SigningsKnown;
}

/**
 * The evidence of a signed deal, from its notes (decision F3); none where the CRM refuses to list them (decision I14). A
 * note with another name is of an earlier signature.
 */
export async function readSigning(
  context: SigningReadContext,
  crmOptions: CrmCallOptions,
  deal: SignedDeal,
): Promise<Signing> {
  const known = context.signingsKnown.of(deal);
  if (known?.evidence) return known;
  const notes = await nullIfRefused(context.crm.notes.listFor({ module: 'Deals', id: deal.id }, crmOptions));
  if (notes === null) return { evidence: false, signedAt: null };
  const typed = deal.gaikan_signature_plain?.trim() || null;
  const evidence = notes.map(signatureIn).find((noted) => noted && (typed === null || noted.name === typed));
  const signing = { evidence: evidence !== undefined, signedAt: evidence?.signedAt ?? null };
  context.signingsKnown.found(deal, signing);
  return signing;
}
