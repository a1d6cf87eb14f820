import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { callerAt } from '../access/limits.ts';
import { provenEvidence } from '../agreement/evidence.ts';
import type { OrderDocuments } from '../agreement/order-document.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { OwnDealContext } from '../deal/read-deal.ts';
import { dealReader } from '../deal/read-deal.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { recordId } from '../view-models/body-fields.ts';
import type { PdfDrawer } from './pdf-drawer.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdfContext } from './read-quote-pdf.ts';
import { readQuotePdf } from './read-quote-pdf.ts';

export interface DocumentContext extends OwnDealContext, QuotePdfContext {
  pdfDrawer: PdfDrawer;
  sharedStore: SharedStore;
  orderDocuments: OrderDocuments;
  /** One deal of a contact, as staff reads it. */
  readContactDeal: (crmOptions: CrmCallOptions, contactId: string, dealId: string) => Promise<FoundDeal>;
}

const PDF = { file: ['application/pdf'], problems: ['conflict', 'quote_incomplete'] } as const;
const PDFS_PER_DEAL = 20;
const WINDOW_MS = 10 * 60_000;

/** The quote, open or signed, as a PDF, for its customer and for staff. */
export function documentRoutes(app: App, context: DocumentContext): void {
  const perDeal = context.sharedStore.limit('PDFs of a deal', PDFS_PER_DEAL, WINDOW_MS);

  async function send(
    reply: FastifyReply,
    crmOptions: CrmCallOptions,
    found: FoundDeal,
    asker: string,
  ): Promise<FastifyReply> {
    const pdf = readQuotePdf(context, found);
    // Of staff together and of each address of a customer: a script shuts neither out, nor the customer at home.
    if (!(await perDeal.take(`${asker} ${found.deal.id}`))) throw new ProblemError('too_many');
    const evidence = isSigned(found.deal) ? provenEvidence(found.deal, context.portal.evidenceKeys) : null;
    // What the seal proves is the signature; a withdrawal is drawn on a copy.
    const bytes =
      evidence && found.deal.portal_withdrawn_at === null
        ? await context.orderDocuments.serve(crmOptions, found, evidence)
        : await context.pdfDrawer.draw(pdf, found.contact.id);
    const name = `${PDF_TEXTS.title[pdf.signature ? 'signed' : 'approve']} ${pdf.quote.kenmerk}.pdf`;
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
