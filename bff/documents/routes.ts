import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { callerAt } from '../access/caller-address.ts';
import { readDealState } from '../agreement/deal-state.ts';
import { provenEvidence } from '../agreement/evidence.ts';
import { type Clock, MINUTE_MS } from '../crm/clock.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { dealReader, type OwnDealContext } from '../deal/read-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { adviserOf, type PortalFile } from '../site/portal-file.ts';
import { recordId } from '../view-models/body-fields.ts';
import type { Deal } from '../view-models/deal.ts';
import { metresOf, modulesOf, panelsOf } from '../view-models/offer.ts';
import type { OrderDocuments } from './order-documents.ts';
import type { PdfDrawer } from './pdf-drawer.ts';
import { orderPdf, type QuotePdf, sellerParts, titleOf, UNTOUCHED } from './quote-pdf.ts';

export interface DocumentContext extends OwnDealContext, QuotePdfContext {
  pdfDrawer: PdfDrawer;
  sharedStore: SharedStore;
  orderDocuments: OrderDocuments;
  /** One deal of a contact, read for staff. */
  readContactDeal: (crmOptions: CrmCallOptions, contactId: string, dealId: string) => Promise<FoundDeal>;
}

const PDF = { file: ['application/pdf'], problems: ['conflict', 'quote_incomplete'] } as const;
const PDFS_PER_DEAL = 20;
const WINDOW_MS = 10 * MINUTE_MS;

/** The quote, open or signed, as a PDF for its customer and for staff. */
export function documentRoutes(app: App, context: DocumentContext): void {
  const perDeal = context.sharedStore.limit('PDFs of a deal', PDFS_PER_DEAL, WINDOW_MS);

  async function send(
    reply: FastifyReply,
    crmOptions: CrmCallOptions,
    found: FoundDeal,
    asker: string,
  ): Promise<FastifyReply> {
    const pdf = readQuotePdf(context, found);
    // Staff have one limit, and each address of a customer has its own. So a script cannot block staff or the customer
    // at home.
    if (!(await perDeal.take(`${asker} ${found.deal.id}`))) throw new ProblemError('too_many');
    const evidence = isSigned(found.deal) ? provenEvidence(found.deal, context.portal.evidenceKeys) : null;
    // The sealed PDF shows the signature only. After a withdrawal, a copy without a seal is drawn, which shows the
    // withdrawal.
    const bytes =
      evidence && found.deal.portal_withdrawn_at === null
        ? await context.orderDocuments.serve(crmOptions, found, evidence)
        : await context.pdfDrawer.draw(pdf, found.contact.id);
    const name = `${titleOf(pdf)} ${pdf.quote.kenmerk}.pdf`;
    return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(bytes);
  }

  app.get(
    '/api/contacts/deals/:id/offerte.pdf',
    {
      config: { access: 'customer-of-deal', linkRequest: 'act', describe: PDF },
      schema: { params: z.strictObject({ id: recordId }) },
    },
    async ({ surveyHash, ip, params: { id } }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      return send(reply, crmOptions, await dealReader(context, surveyHash, id)(crmOptions), callerAt(ip));
    },
  );

  app.get(
    '/api/admin/callcenter/contacts/:contactId/deals/:dealId/offerte.pdf',
    {
      config: { access: 'staff', describe: PDF },
      schema: { params: z.strictObject({ contactId: recordId, dealId: recordId }) },
    },
    async (request, reply) => {
      const { contactId, dealId } = request.params;
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      return send(reply, crmOptions, await context.readContactDeal(crmOptions, contactId, dealId), 'staff');
    },
  );
}

interface QuotePdfContext {
  clock: Clock;
  portal: PortalFile;
  publicUrl: string;
  /** A colleague's name, if it is known without a CRM call. */
  nameOf(ownerId: string): string | undefined;
}

/**
 * A deal's quote for the PDF: as it was signed, or as the customer can still approve it.
 *
 * @throws ProblemError `conflict` or `quote_incomplete` for a quote in any other state
 */
function readQuotePdf({ portal, publicUrl, clock, nameOf }: QuotePdfContext, found: FoundDeal): QuotePdf {
  const deal = presentDeal(found, portal);
  const pdf = { ...sellerParts(portal, deal), quote: deal, shown: deal.quote, readAt: clock.now() };
  // A customer who declined may still want to read the offer and agree after all.
  if (deal.conditions && (deal.quoteArea === 'approve' || deal.canReconsider)) {
    return {
      ...pdf,
      offer: {
        declinedAt: deal.quoteArea === 'declined' ? deal.declinedAt : null,
        why: portal.why ?? [],
        house: houseOf(deal),
        adviser: adviserOf(found.deal, { portal, nameOf }),
        portalAddress: publicUrl.replace(/^https?:\/\//, ''),
      },
      signature: null,
      ...deal.conditions,
    };
  }
  if (deal.quoteArea === 'declined') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  if (deal.quoteArea === 'none') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.noQuote });
  if (deal.quoteArea === 'closed') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notReleased });
  if (deal.quoteArea === 'incomplete') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });

  const { signature, faults } = readDealState(found, portal);
  const { withdrawnAt, withdrawalIn, signing } = deal;
  if (signature?.evidence) {
    const changedSince = signing?.changedSince === true;
    return orderPdf(portal, signature.evidence, { withdrawnAt, withdrawalIn, changedSince });
  }
  if (signature?.state === 'foreign') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notOurs });
  if (signature?.state === 'unknownKey') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notCheckable });
  // Without proof of what was signed, at least the sums must be right.
  if (!faults || faults.length > 0) throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  const { gaikan_signature_plain: typedName, survey1_signature: drawn } = deal;
  return {
    ...pdf,
    offer: null,
    signature: { ...UNTOUCHED, typedName, drawn, withdrawnAt, withdrawalIn, evidence: null },
    terms: { version: null, paragraphs: null },
    loan: null,
    payments: [],
  };
}

function houseOf(deal: Deal) {
  const metres = metresOf(deal);
  return metres < 1 ? null : { metres, panels: panelsOf(deal), modules: modulesOf(deal) };
}
