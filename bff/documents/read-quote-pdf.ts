import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Clock } from '../crm/clock.ts';
import type { OwnUser } from '../crm/own-user.ts';
import { signatureIn } from '../crm/texts/note-texts.ts';
import { readWithdrawal } from '../deal/withdraw.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { quoteFaults } from '../quote/check-quote.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { presentQuote } from '../quote/present-quote.ts';
import { evidenceOf } from '../quote/signature-evidence.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import { orderPdf } from './order-pdf.ts';
import type { QuotePdf } from './quote-pdf.ts';
import { readSignedQuote } from './signed-quote.ts';
import { guaranteesOf, termsBehind, termsOf } from './terms-of.ts';

export interface QuotePdfContext {
  crm: CrmClient;
  clock: Clock;
  portal: PortalFile;
  ownUser: OwnUser;
}

/**
 * A deal's quote for the PDF: one that can be approved, or one that was signed, as it was signed. No CRM call, but for an
 * order signed before its evidence stood in the deal: one, and two more where the deal has changed since.
 *
 * @throws ProblemError `conflict` or `quote_incomplete` for any other
 */
export async function readQuotePdf(
  context: QuotePdfContext,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
): Promise<QuotePdf> {
  const { portal } = context;
  const deal = presentDeal(found, portal);
  const { brand, seller, terms } = portal;
  const pdf: QuotePdf = {
    quote: deal,
    shown: deal.quote,
    signature: null,
    terms,
    guarantees: guaranteesOf(portal),
    financingTerms: portal.financingTerms ?? null,
    brand,
    seller,
    readAt: context.clock.now(),
  };
  // Who declined may still want to read what it was, and agree after all.
  if (deal.quoteArea === 'approve' || (deal.quoteArea === 'declined' && !isFaulty(deal))) return pdf;
  if (deal.quoteArea === 'declined') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  if (deal.quoteArea === 'none') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.noQuote });
  if (deal.quoteArea === 'closed') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notReleased });
  if (deal.quoteArea === 'incomplete') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });

  const evidence = evidenceOf(found);
  if (evidence) {
    const { survey1_signature: drawn, withdrawnAt } = deal;
    return orderPdf(portal, evidence, { drawn, withdrawnAt, changedSince: deal.signing?.changedSince === true });
  }
  return { ...pdf, ...(await readOlderOrder(context, crmOptions, found, deal)) };
}

/** An order that was signed before its evidence stood in the deal: what notes and a file of that time say about it. */
async function readOlderOrder(
  context: QuotePdfContext,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  deal: Deal,
): Promise<Pick<QuotePdf, 'quote' | 'shown' | 'terms' | 'signature'>> {
  // Two reads of the deal's notes at the same moment share one CRM call.
  const [notes, withdrawal] = await Promise.all([
    context.crm.notes.listFor({ module: 'Deals', id: deal.id }, crmOptions),
    readWithdrawal(context, crmOptions, found),
  ]);
  const [evidence] = notes.flatMap((note) => signatureIn(note) ?? []);
  // The name on the deal is not the one of the newest evidence, so it was not signed here.
  if (evidence && evidence.name !== deal.gaikan_signature_plain)
    throw new ProblemError('conflict', { detail: API_TEXTS.pdf.signedIsGone });
  const bound = evidence ? termsBehind(context.portal, deal, found.contact.id, evidence.kenmerk) : null;
  const unchanged = evidence && bound ? { ...deal, fingerprint: bound.fingerprint, kenmerk: evidence.kenmerk } : deal;
  const isUnchanged = !evidence || bound !== null || evidence.kenmerk === deal.kenmerk;
  // Without evidence nothing proves what was signed; then at least the sums have to be right.
  if (!evidence && isFaulty(deal)) throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  const signed = isUnchanged ? unchanged : await readSignedQuote(context, crmOptions, found, evidence.kenmerk);
  if (!signed) throw new ProblemError('conflict', { detail: API_TEXTS.pdf.signedIsGone });
  return {
    quote: signed,
    shown: presentQuote(signed),
    terms: termsOfOlder(context.portal, evidence?.termsVersion ?? bound?.termsVersion ?? null),
    signature: {
      typedName: deal.gaikan_signature_plain,
      drawn: deal.survey1_signature,
      at: evidence?.signedAt ?? null,
      payment: evidence?.payment ?? null,
      changedSince: !isUnchanged,
      withdrawnAt: withdrawal?.at ?? null,
      evidence: null,
    },
  };
}

/** Where neither note nor kenmerk tells them: today's terms are not the ones that were signed. */
function termsOfOlder(portal: PortalFile, version: string | null): QuotePdf['terms'] {
  return version === null ? { version, paragraphs: null } : termsOf(portal, version);
}

function isFaulty({ survey1_calc: calc, products, gaikan_deal_version: version, gaikan_discount }: Deal): boolean {
  if (!calc) return true;
  const shown = { ...calc, quote: { ...calc.quote, products } };
  return quoteFaults(shown, { version, discountEuros: gaikan_discount }).length > 0;
}
