import { CrmError, orRefusal } from '../../crm-contract/errors.ts';
import { operationRef } from '../access/idempotency-cache.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { createOnce, createTask, dealTask, LATEST_COMMIT_MS } from '../crm/create-once.ts';
import { unprovenTask } from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields } from '../http/logging.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { boundedCache } from '../shared-store/shared-store.ts';
import { type DeliveryContext, deliverCopy } from './deliver-copy.ts';
import {
  addresseeOf,
  hasSignatureOf,
  provenEvidence,
  readSignature,
  type SignatureEvidence,
  withCopyState,
} from './evidence.ts';
import { changeHold, claim, HOLD_MS } from './hold.ts';
import type { NotedWithdrawals } from './noted-withdrawals.ts';
import type { SignedStage } from './signed-stage.ts';

interface OrdersContext extends DeliveryContext {
  orderMutex: KeyedMutex;
  signedStage: Pick<SignedStage, 'setLeft'>;
  notedWithdrawals: Pick<NotedWithdrawals, 'asRecorded'>;
  countUnproven: (state: 'foreign' | 'unknown_key') => void;
}

/**
 * Makes the note, the PDF and the customer's copy by mail after a signature (decision I2), each once. The process that
 * took the signature has the order's lease for five minutes. If the work fails, that process ends the lease early.
 * After the lease, several processes may try to take the order over: each tries a guarded write, and the CRM accepts
 * one.
 */
export class Orders {
  readonly #context: OrdersContext;
  /** Identifies this process among those that may lease an order. */
  readonly #name = crypto.randomUUID().slice(0, 8);
  /** By deal: the signing time of an order that is finished, or that this process is working on. */
  readonly #doneOrOurs = boundedCache<string, string>(20_000);
  /** Signatures whose evidence is not proven, by reference. */
  readonly #reported = boundedCache<string, true>(20_000);
  /** By deal. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(context: OrdersContext) {
    this.#context = context;
  }

  /** A new lease for the evidence of a signature: this process alone makes the copy until `heldUntil`. */
  hold(): { heldBy: string; heldUntil: string } {
    return { heldBy: this.#name, heldUntil: new Date(this.#context.clock.now() + HOLD_MS).toISOString() };
  }

  /** Makes note, PDF and mail of an order that was just signed. The answer to the customer does not wait for them. */
  deliver(found: FoundDeal): void {
    const evidence = this.#provenOf(found);
    if (!evidence) return;
    this.#doneOrOurs.set(found.deal.id, evidence.signedAt);
    void this.#run('order.deliver', found.deal.id, () =>
      this.#orLetGo(found, evidence, () => deliverCopy(this.#context, found, evidence, false)),
    );
  }

  /**
   * For a signature whose answer was lost. Waits until the CRM can no longer commit the write, then delivers the order
   * if the CRM has this signature. Another signature belongs to a later request, which delivers it.
   */
  deliverIfSigned(written: FoundDeal): void {
    const { background, crm, portal } = this.#context;
    background.retryInBackground('order.deliver-if-signed', async () => {
      await background.pause(LATEST_COMMIT_MS);
      const crmOptions = crmOptionsFor('background');
      const deal = await crm.deals.read(written.deal.id, crmOptions);
      if (!deal || !hasSignatureOf(written.deal, deal, portal.evidenceKeys)) return;
      const asRead = { deal, contact: written.contact, unreadable: [] };
      const found = await this.#context.notedWithdrawals.asRecorded(crmOptions, asRead);
      await this.resume(found, { mayBeOurs: true });
    });
  }

  /**
   * Reports a signature whose evidence is not proven to come from the portal (decision J3), once in log and metrics. If
   * the evidence is proven to be foreign, a task reports it too; with an unknown key, nothing is proven.
   */
  noticeSignature(found: FoundDeal): void {
    const { deal } = found;
    const { log, portal, background, countUnproven } = this.#context;
    if (!isSigned(deal)) return;
    const { state } = readSignature(deal, portal.evidenceKeys);
    if (state !== 'foreign' && state !== 'unknownKey') return;
    const ref = operationRef(`${deal.id} ${deal.gaikan_signature_plain} ${macIn(deal.portal_signature_evidence)}`);
    if (this.#reported.has(ref)) return;
    this.#reported.set(ref, true);
    const recordId = deal.id;
    if (state === 'unknownKey') {
      countUnproven('unknown_key');
      log.error({ recordId }, 'the evidence of a signature was made with a key that is not in EVIDENCE_SECRETS');
    } else {
      countUnproven('foreign');
      log.error({ recordId }, 'the evidence of a signature was not made by the portal');
      background.retryInBackground('signature.unproven', () => this.#askAboutForeign(found, ref));
    }
  }

  /** Searches completed tasks too, so that a colleague who checked the signature is not asked again. */
  async #askAboutForeign(found: FoundDeal, ref: string): Promise<void> {
    const { crm, background } = this.#context;
    const crmOptions = crmOptionsFor('background');
    const parent = { module: 'Deals', id: found.deal.id } as const;
    const task = dealTask(found, unprovenTask(ref));
    await createOnce(background, crmOptions, {
      write: () => createTask(crm, task, crmOptions),
      find: async (asked) => (await crm.tasks.listFor(parent, asked)).filter(({ Subject }) => Subject === task.Subject),
      lookFirst: true,
      mayComeYet: true,
      remove: crm.tasks.remove,
    });
  }

  /**
   * Resumes an unfinished order; makes no CRM call if there is nothing to do. If this process has the lease, the order
   * is usually still being signed, and is left alone. `mayBeOurs` means that the request that took the lease has
   * failed, so the order is resumed.
   *
   * @returns true if the order is done, or another process has it
   */
  async resume(found: FoundDeal, { mayBeOurs = false } = {}): Promise<boolean> {
    const { id, portal_signature_evidence: stored } = found.deal;
    this.noticeSignature(found);
    const evidence = this.#unfinished(found);
    if (!evidence || stored === null || this.#doneOrOurs.get(id) === evidence.signedAt) return true;
    const isOurs = evidence.copy.heldBy === this.#name;
    if (this.heldUntil(found) !== null && !(isOurs && mayBeOurs)) return true;
    this.#doneOrOurs.set(id, evidence.signedAt);
    const { email } = addresseeOf(evidence, found.contact);
    const held = { ...evidence, copy: { ...evidence.copy, email, ...this.hold() } };
    await this.#run('order.take-over', id, () =>
      this.#orLetGo(found, held, async () => {
        const patch = { portal_signature_evidence: withCopyState(stored, held.copy) };
        const claimed = await orRefusal(claim(this.#context, found, patch));
        if (claimed instanceof CrmError) await this.#deliverLocked(found, held);
        else if (claimed)
          await deliverCopy(this.#context, await this.#context.signedStage.setLeft(claimed), held, true);
        // A conflict may come from our own earlier attempt with a lost answer. This process then has the lease.
        else this.#letGo(found, held);
      }),
    );
    return this.#doneOrOurs.get(id) === evidence.signedAt;
  }

  /**
   * A deal that is locked when won accepts no lease. Processes that share a store therefore deliver such an order one
   * at a time. Each looks for the note and the PDF before it makes them.
   */
  #deliverLocked(found: FoundDeal, evidence: SignatureEvidence): Promise<void> {
    return this.#context.orderMutex.run(`order ${found.deal.id}`, () =>
      deliverCopy(this.#context, found, evidence, true),
    );
  }

  /** When the lease on an unfinished order ends; null if no process has one. */
  heldUntil(found: FoundDeal): number | null {
    const copy = this.#unfinished(found)?.copy;
    const until = Date.parse(copy?.heldUntil ?? '');
    const now = this.#context.clock.now();
    // No real lease lasts longer. A longer value comes from somebody else and is ignored.
    const isHold = until > now && until <= now + 2 * HOLD_MS;
    return copy && isHold ? until : null;
  }

  /** The evidence of a signed order, if its copy still has to be sent or passed to a colleague. */
  #unfinished(found: FoundDeal): SignatureEvidence | null {
    if (found.deal.portal_copy_sent_at !== null || !isSigned(found.deal)) return null;
    const evidence = this.#provenOf(found);
    return evidence && !evidence.copy.isTask ? evidence : null;
  }

  #provenOf({ deal }: FoundDeal): SignatureEvidence | null {
    return provenEvidence(deal, this.#context.portal.evidenceKeys);
  }

  /** Resolves when this process has finished note, PDF and mail of an order. */
  async delivered(dealId: string): Promise<void> {
    await this.#running.get(dealId);
  }

  /** Resolves when this process is not working on any order. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #run(name: string, dealId: string, work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(dealId, promise);
    void promise.finally(() => {
      if (this.#running.get(dealId) === promise) this.#running.delete(dealId);
    });
    this.#context.background.run(name, () => work().finally(resolve));
    return promise;
  }

  async #orLetGo(found: FoundDeal, held: SignatureEvidence, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { id } = found.deal;
      this.#context.log.error({ recordId: id, ...faultFields(error) }, 'the copy of a signed order is still missing');
      this.#letGo(found, held);
    }
  }

  /**
   * Ends the lease, so that the next process that reads the deal can take the order over at once. If this write fails
   * too, the lease expires.
   */
  #letGo(found: FoundDeal, held: SignatureEvidence): void {
    this.#doneOrOurs.delete(found.deal.id);
    this.#context.background.retryInBackground('order.release', () => {
      const heldUntil = new Date(this.#context.clock.now()).toISOString();
      // A locked deal accepts no earlier end, so the lease expires at its own time.
      return orRefusal(changeHold(this.#context, found, held, { heldUntil }));
    });
  }
}

/** The proof without the state of the copy, because that state changes. */
function macIn(stored: string | null): string {
  return /"mac":"[^"]*"/.exec(stored ?? '')?.[0] ?? stored ?? '';
}
