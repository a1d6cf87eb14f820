import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { EVIDENCE_FILE } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { kenmerkOf, quoteFingerprint } from '../quote/quote-fingerprint.ts';
import { type SignedQuote, signedQuote } from '../quote/signature-evidence.ts';
import { jsonIn } from '../quote/stored-calc.ts';

/** The quote in the file with the evidence of a signature. */
const evidenceFile = z.object({
  termsVersion: z.string(),
  deal: signedQuote,
});

/**
 * The quote as it was signed, from the file that was stored with the signature (decision F3). Its fingerprint is
 * computed again from the file; null where there is no file with this kenmerk, or its content is not what was signed.
 */
export async function readSignedQuote(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  { deal: { id }, contact }: FoundDeal,
  kenmerk: string,
): Promise<(SignedQuote & { fingerprint: string; kenmerk: string }) | null> {
  const parent = { module: 'Deals', id } as const;
  const files = await crm.attachments.listFor(parent, crmOptions);
  const file = files.find(({ File_Name }) => File_Name === `${EVIDENCE_FILE}${kenmerk}.json`);
  const bytes = file ? await crm.attachments.read(parent, file.id, crmOptions) : null;
  const held = evidenceFile.safeParse(bytes && jsonIn(bytes.toString('utf8')));
  if (!held.success) return null;
  const fingerprint = quoteFingerprint(held.data.deal, contact.id, held.data.termsVersion);
  const isThisQuote = kenmerkOf(fingerprint) === kenmerk;
  return isThisQuote ? { ...held.data.deal, fingerprint, kenmerk } : null;
}
