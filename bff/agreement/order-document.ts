import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/notes-and-tasks.ts';
import { foreignDocumentTask, orderFile, orderFileName } from '../crm/texts/order-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { Verdict } from '../site/evidence-keys.ts';
import type { SignatureEvidence } from './evidence.ts';

/** Of which order a document is. */
export interface OrderName {
  dealId: string;
  kenmerk: string;
}

/** How a signed order is put on paper. */
export interface OrderPaper {
  /** Whether this portal seals what it draws. */
  isSealed(): boolean;
  draw(evidence: SignatureEvidence, order: OrderName, whose: string, remadeAt: number | null): Promise<Buffer>;
  /** `proven` with our seal for this order, and nothing added since. */
  check(bytes: Buffer, order: OrderName): Promise<Verdict>;
}

interface DocumentContext extends CrmWriter {
  clock: Clock;
  log: Log;
  paper: OrderPaper;
  sharedStore: SharedStore;
}

/** Far more than an order has, and no more than a process should take apart. */
const LARGEST_BYTES = 5 * 1024 * 1024;
/** Whoever stores many files by this name makes nobody read them all. */
const MOST_READ = 3;

/**
 * The document of a signed order: sealed once, at the signing, stored with the deal, and served from there (decision J3).
 * What stands there by its name is served only if it carries our seal for this order.
 */
export class OrderDocuments {
  readonly #context: DocumentContext;
  readonly #turns: KeyedMutex;

  constructor(context: DocumentContext) {
    this.#context = context;
    this.#turns = new KeyedMutex(context.sharedStore);
  }

  /** Drawn from the evidence alone, and sealed. */
  draw(evidence: SignatureEvidence, whose: string, remadeAt: number | null = null): Promise<Buffer> {
    return this.#context.paper.draw(evidence, orderOf(evidence), whose, remadeAt);
  }

  /**
   * For the one who asks: what is stored, in two CRM calls. As long as it may still be on its way to the deal, or the CRM does
   * not say what it has, it is drawn for them alone; where it is gone, it is made again and stored.
   */
  async serve(crmOptions: CrmCallOptions, found: FoundDeal, evidence: SignatureEvidence): Promise<Buffer> {
    const { paper, log } = this.#context;
    const { deal, contact } = found;
    if (!paper.isSealed()) return this.draw(evidence, contact.id);
    try {
      const stored = await this.#readStored(crmOptions, found, evidence);
      if (Buffer.isBuffer(stored)) return stored;
      const isOnItsWay = deal.portal_copy_sent_at === null && !evidence.copy.isTask;
      if (stored === 'unknownKey' || isOnItsWay) return await this.draw(evidence, contact.id);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.warn({ recordId: deal.id, ...faultFields(error) }, 'the CRM does not say which document of an order it has');
      return this.draw(evidence, contact.id);
    }
    return this.#turns.run(`document ${deal.id}`, async () => {
      const stored = await this.#readStored(crmOptions, found, evidence);
      return Buffer.isBuffer(stored) ? stored : this.#makeAgain(found, evidence);
    });
  }

  /** The bytes with our seal for this order; otherwise what there is instead. */
  async #readStored(
    crmOptions: CrmCallOptions,
    found: FoundDeal,
    evidence: SignatureEvidence,
  ): Promise<Buffer | 'none' | 'foreign' | 'unknownKey'> {
    const { crm, paper } = this.#context;
    const parent = { module: 'Deals', id: found.deal.id } as const;
    const order = orderOf(evidence);
    const files = await crm.attachments.listFor(parent, crmOptions);
    const named = files.filter(({ File_Name }) => File_Name === orderFileName(order.kenmerk));
    let verdict: 'none' | 'foreign' | 'unknownKey' = 'none';
    for (const { id } of named.slice(0, MOST_READ)) {
      const bytes = await crm.attachments.read(parent, id, crmOptions, LARGEST_BYTES);
      if (!bytes) continue;
      const checked = await paper.check(bytes, order);
      if (checked === 'proven') return bytes;
      if (checked === 'foreign') this.#tell(found, order.kenmerk);
      verdict = checked === 'unknownKey' ? checked : verdict === 'none' ? checked : verdict;
    }
    return verdict;
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

  #tell({ deal, contact }: FoundDeal, kenmerk: string): void {
    const { background, log } = this.#context;
    log.error({ recordId: deal.id }, 'a document by the name of a signed order is not the one that the portal sealed');
    const task = {
      ...foreignDocumentTask(kenmerk),
      Priority: 'High' as const,
      Who_Id: { id: contact.id },
      What_Id: { id: deal.id },
      ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
    };
    background.insist('document.foreign', () =>
      this.#turns.run(`foreign document ${deal.id}`, () =>
        createTaskOnce(this.#context, crmOptionsFor('background'), { module: 'Deals', id: deal.id }, task),
      ),
    );
  }
}

function orderOf({ dealId, fingerprint }: SignatureEvidence): OrderName {
  return { dealId, kenmerk: kenmerkOf(fingerprint) };
}
