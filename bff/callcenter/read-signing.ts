import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { EVIDENCE_TITLE, signedAtIn } from '../crm/texts/note-texts.ts';
import type { Signing, SigningsKnown } from './signings-known.ts';

export interface SigningReadContext {
  crm: CrmClient;
  signingsKnown: SigningsKnown;
}

/** The evidence of a signed deal, from its notes (decision F3). */
export async function readSigning(
  context: SigningReadContext,
  crmOptions: CrmCallOptions,
  dealId: string,
): Promise<Signing> {
  const known = context.signingsKnown.of(dealId);
  if (known?.evidence) return known;
  const notes = await context.crm.notes.listFor({ module: 'Deals', id: dealId }, crmOptions);
  const evidence = notes.find((note) => note.Note_Title?.startsWith(EVIDENCE_TITLE));
  const signing = { evidence: evidence !== undefined, signedAt: signedAtIn(evidence?.Note_Content ?? null) };
  context.signingsKnown.found(dealId, signing);
  return signing;
}
