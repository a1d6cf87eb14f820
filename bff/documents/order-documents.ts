import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Attachment } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import type { SignatureEvidence } from '../agreement/evidence.ts';
import type { Clock } from '../crm/clock.ts';
import { type CrmWriter, createDealTaskOnce } from '../crm/create-once.ts';
import { foreignDocumentTask, orderFile, orderFileName } from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { PdfDrawer } from './pdf-drawer.ts';
import { orderPdf } from './quote-pdf.ts';
import { checkSeal, type OrderName, type Sealer, sealMark } from './seal.ts';

interface DocumentContext extends CrmWriter {
  clock: Clock;
  log: Log;
  portal: PortalFile;
  pdfDrawer: PdfDrawer;
  sealer: Sealer;
  sharedStore: SharedStore;
}

/** Far more than an order needs, and as much as a process should parse. */
const LARGEST_BYTES = 5 * 1024 * 1024;
/** Limits reads if somebody stores many files with this name. */
const MOST_READ = 3;

/**
 * The PDF of a signed order: sealed once at signing, stored with the deal, and served from there (decision J3). A file
 * with its name is served only if it carries our mark for this order.
 */
export class OrderDocuments {
  readonly #context: DocumentContext;
  readonly #mutex: KeyedMutex;

  constructor(context: DocumentContext) {
    this.#context = context;
    this.#mutex = new KeyedMutex(context.sharedStore);
  }

  /** Draws and seals the PDF from the evidence alone. */
  async draw(evidence: SignatureEvidence, whose: string, remadeAt: number | null = null): Promise<Buffer> {
    const { portal, pdfDrawer, sealer } = this.#context;
    const drawn = await pdfDrawer.draw(orderPdf(portal, evidence, { remadeAt }), whose);
    return sealer.seal(drawn, (what) => sealMark(portal.evidenceKeys, orderOf(evidence), what));
  }

  /**
   * Serves the stored PDF in two CRM calls. If delivery may still be in progress, or the CRM does not list the deal's
   * files, draws a PDF for this request only. If the stored PDF is gone, draws and stores it again.
   */
  async serve(crmOptions: CrmCallOptions, found: FoundDeal, evidence: SignatureEvidence): Promise<Buffer> {
    const { log } = this.#context;
    const { deal, contact } = found;
    try {
      const stored = await this.#readStored(crmOptions, found, evidence);
      if (Buffer.isBuffer(stored)) return stored;
      const isOnItsWay = deal.portal_copy_sent_at === null && !evidence.copy.isTask;
      if (stored === 'unknownKey' || isOnItsWay) return await this.draw(evidence, contact.id);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.warn({ recordId: deal.id, ...faultFields(error) }, 'the CRM does not list the files of an order');
      return this.draw(evidence, contact.id);
    }
    return this.#mutex.run(`document ${deal.id}`, async () => {
      const stored = await this.#readStored(crmOptions, found, evidence);
      return Buffer.isBuffer(stored) ? stored : this.#makeAgain(found, evidence);
    });
  }

  /** The files that are this PDF, recognised by their mark. */
  async copiesOf(crmOptions: CrmCallOptions, evidence: SignatureEvidence): Promise<Attachment[]> {
    const copies: Attachment[] = [];
    for await (const { file, verdict } of this.#checkNamed(crmOptions, evidence)) {
      if (verdict === 'proven') copies.push(file);
    }
    return copies;
  }

  /** The files with the document's name, each with the verdict on its mark. */
  async *#checkNamed(crmOptions: CrmCallOptions, evidence: SignatureEvidence) {
    const { crm, portal } = this.#context;
    const order = orderOf(evidence);
    const parent = { module: 'Deals', id: order.dealId } as const;
    const files = await crm.attachments.listFor(parent, crmOptions);
    const named = files.filter(({ File_Name }) => File_Name === orderFileName(order.kenmerk));
    for (const file of named.slice(0, MOST_READ)) {
      const bytes = await crm.attachments.read(parent, file, crmOptions, LARGEST_BYTES);
      if (bytes) yield { file, bytes, verdict: await checkSeal(bytes, order, portal.evidenceKeys) };
    }
  }

  /** The bytes with our mark for this order; otherwise the reason why there are none. */
  async #readStored(
    crmOptions: CrmCallOptions,
    found: FoundDeal,
    evidence: SignatureEvidence,
  ): Promise<Buffer | 'none' | 'foreign' | 'unknownKey'> {
    let instead: 'none' | 'foreign' | 'unknownKey' = 'none';
    for await (const { bytes, verdict } of this.#checkNamed(crmOptions, evidence)) {
      if (verdict === 'proven') return bytes;
      if (verdict === 'foreign') this.#tell(found, orderOf(evidence).kenmerk);
      if (instead !== 'unknownKey') instead = verdict;
    }
    return instead;
  }

  async #makeAgain(found: FoundDeal, evidence: SignatureEvidence): Promise<Buffer> {
    const { crm, clock, log } = this.#context;
    const { id } = found.deal;
    const bytes = await this.draw(evidence, found.contact.id, clock.now());
    try {
      const file = orderFile(orderOf(evidence).kenmerk, bytes);
      await crm.attachments.upload({ module: 'Deals', id }, file, crmOptionsFor('save'));
      log.warn({ recordId: id }, 'the document of a signed order was gone: it was made again from its evidence');
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.error(
        { recordId: id, ...faultFields(error) },
        'the document of a signed order is gone, and cannot be stored',
      );
    }
    return bytes;
  }

  #tell(found: FoundDeal, kenmerk: string): void {
    const { background, log } = this.#context;
    const { id } = found.deal;
    log.error({ recordId: id }, 'a file with the name of a signed order was not made by the portal');
    background.retryInBackground('document.foreign', () =>
      this.#mutex.run(`foreign document ${id}`, () =>
        createDealTaskOnce(this.#context, crmOptionsFor('background'), found, foreignDocumentTask(kenmerk)),
      ),
    );
  }
}

function orderOf({ dealId, fingerprint, signedAt }: SignatureEvidence): OrderName {
  return { dealId, kenmerk: kenmerkOf(fingerprint), signedAt };
}
