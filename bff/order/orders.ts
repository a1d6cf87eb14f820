import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { boundedCache } from '../access/bounded-cache.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { faultFields } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isFrozen } from '../quote/present-deal.ts';
import { evidenceOf, type SignatureEvidence, writeEvidence } from '../quote/signature-evidence.ts';
import { type DeliveryContext, deliverCopy } from './deliver-copy.ts';

/** Far longer than a delivery takes, and as long as a customer may wait for another process to take over. */
const HOLD_MS = 5 * 60_000;

/**
 * What a signed order leaves behind: note, PDF, and the customer's copy by mail (decision I2). Each once: who signs holds the
 * order for five minutes, or until it fails at it; after that any process may take it over, by a guarded write that only
 * one of them wins.
 */
export class Orders {
  readonly #context: DeliveryContext;
  /** Stands for this process among those that may hold an order. */
  readonly #name = crypto.randomUUID().slice(0, 8);
  /** Orders of which nothing is left to do, or that this process is at. */
  readonly #settled = boundedCache<string, true>(20_000);

  readonly #running = new Set<Promise<void>>();

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  /** For the evidence of a signature: that this process makes the copy, and until when nobody else may. */
  hold(): { heldBy: string; heldUntil: string } {
    return { heldBy: this.#name, heldUntil: new Date(this.#context.clock.now() + HOLD_MS).toISOString() };
  }

  /** Makes note, PDF and mail of an order that was signed just now, after the answer. */
  deliver(found: FoundDeal): void {
    const evidence = evidenceOf(found);
    if (!evidence) return;
    this.#settled.set(found.deal.id, true);
    this.#run('order.deliver', () => this.#deliver(found, evidence, false));
  }

  /** Takes over an order that nobody finished. Asks the CRM nothing where there is nothing to do. */
  takeOver(found: FoundDeal): void {
    const { deal } = found;
    if (this.#settled.has(deal.id) || deal.portal_copy_sent_at !== null || !isFrozen(found)) return;
    const evidence = evidenceOf(found);
    if (!evidence?.copy || evidence.copy.isTask) return;
    const isHeldElsewhere = evidence.copy.heldBy !== this.#name;
    if (isHeldElsewhere && Date.parse(evidence.copy.heldUntil) > this.#context.clock.now()) return;
    this.#settled.set(deal.id, true);
    this.#run('order.take-over', async () => {
      const held = { ...evidence, copy: { ...evidence.copy, ...this.hold() } } as SignatureEvidence;
      const claimed = await this.#claim(found, held, crmOptionsFor('background'));
      if (claimed) await this.#deliver(claimed, held, true);
      else this.#settled.delete(deal.id);
    });
  }

  /** Resolves when no order is on its way any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run(name: string, work: () => Promise<void>): void {
    const running = Promise.withResolvers<void>();
    this.#running.add(running.promise);
    void running.promise.finally(() => this.#running.delete(running.promise));
    this.#context.background.run(name, () => work().finally(running.resolve));
  }

  async #deliver(found: FoundDeal, evidence: SignatureEvidence, isRepair: boolean): Promise<void> {
    const { id } = found.deal;
    try {
      await deliverCopy(this.#context, found, evidence, isRepair);
    } catch (error) {
      this.#settled.delete(id);
      this.#context.log.error({ recordId: id, ...faultFields(error) }, 'a signed order is without its copy yet');
      this.#release(id, evidence);
    }
  }

  /** Lets whoever comes by first take the order over at once; where even that fails, the hold ends by itself. */
  #release(id: string, evidence: SignatureEvidence): void {
    const { crm, clock, log, background } = this.#context;
    const copy = evidence.copy && { ...evidence.copy, heldUntil: new Date(clock.now()).toISOString() };
    const patch = { portal_signature_evidence: writeEvidence({ ...evidence, copy }) };
    background.insist('order.release', async () => {
      try {
        await crm.deals.update(id, patch, crmOptionsFor('background'));
      } catch (error) {
        // What may have been written is not written again: somebody may hold the order by now.
        if (error instanceof CrmError && error.sent === 'no') throw error;
        log.warn({ recordId: id, ...faultFields(error) }, 'a signed order stays held by this process');
      }
    });
  }

  /** The deal as it is after the claim; null when somebody else was first, or when nobody can tell. */
  async #claim(found: FoundDeal, held: SignatureEvidence, crmOptions: CrmCallOptions): Promise<FoundDeal | null> {
    const { id, Modified_Time } = found.deal;
    const patch = { portal_signature_evidence: writeEvidence(held) };
    try {
      const guard = Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
      const written = await this.#context.crm.deals.update(id, patch, crmOptions, guard);
      return { ...found, deal: { ...found.deal, ...patch, Modified_Time: written.Modified_Time } };
    } catch (error) {
      if (error instanceof CrmError) return null;
      throw error;
    }
  }
}
