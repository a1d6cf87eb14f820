import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { SIGN_BUTTON_TEXT, signatureIn } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { kenmerkOf, quoteFingerprint } from '../quote/quote-fingerprint.ts';
import { quoteToSign, type SignatureEvidence, type SignedQuote } from '../quote/signature-evidence.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { readSignedQuote } from './signed-quote.ts';
import { termsBehind } from './terms-of.ts';

/**
 * The evidence of a signature that an earlier version kept in a note and a file: only a note of the portal itself, by the
 * name on the deal, about a quote that the deal or the file still proves by its fingerprint. Null for anything else.
 */
export async function readNotedEvidence(
  { crm, portal }: { crm: CrmClient; portal: PortalFile },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  me: string,
): Promise<SignatureEvidence | null> {
  const { deal, contact } = found;
  const notes = await crm.notes.listFor({ module: 'Deals', id: deal.id }, crmOptions);
  const [noted] = notes.flatMap((note) => (note.Created_By?.id === me ? (signatureIn(note) ?? []) : []));
  if (!noted || noted.name !== (deal.gaikan_signature_plain?.trim() || null)) return null;
  const proven = (quote: SignedQuote) => {
    const { kenmerk, termsVersion } = noted;
    const bound =
      termsVersion === null
        ? termsBehind(portal, quote, contact.id, kenmerk)
        : { termsVersion, fingerprint: quoteFingerprint(quote, contact.id, termsVersion) };
    if (!bound || kenmerkOf(bound.fingerprint) !== kenmerk) return null;
    return (noted.fingerprint ?? bound.fingerprint) === bound.fingerprint
      ? { shown: quoteToSign(quote), ...bound }
      : null;
  };
  const now = proven(presentDeal(found, portal));
  const file = now ? null : await readSignedQuote({ crm }, crmOptions, found, noted.kenmerk);
  const signed = now ?? (file && proven(file));
  if (!signed) return null;
  return {
    schema: 1,
    ref: null,
    signedAt: noted.signedAt,
    name: noted.name,
    button: noted.button ?? SIGN_BUTTON_TEXT,
    ...signed,
    contactId: contact.id,
    confirmedByCustomer: noted.confirmedByCustomer,
    payment: noted.payment,
    ip: noted.ip,
    userAgent: noted.userAgent,
    cut: [],
    copy: null,
  };
}
