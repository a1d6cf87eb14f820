import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, createOnce, LATEST_COMMIT_MS } from '../crm/create-once.ts';
import { createTask, dealTask } from '../crm/notes-and-tasks.ts';
import { unprovenTask } from '../crm/texts/order-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type DeliveryContext, deliverCopy } from './deliver-copy.ts';
import { addresseeOf, provenEvidence, readSignature, type SignatureEvidence, withCopyState } from './evidence.ts';
import { changeHold, claim, HOLD_MS } from './hold.ts';
import type { SignedStage } from './signed-stage.ts';

interface OrdersContext extends DeliveryContext, UnprovenContext {
  turns: KeyedMutex;
  signedStage: Pick<SignedStage, 'setLeft'>;
  /** The deal with its withdrawal, whether its field or a note tells of it. */
  withNoted: (found: FoundDeal) => FoundDeal;
}

/**
 * What a signed order leaves behind: note, PDF, and the customer's copy by mail (decision I2). Each once: the process
 * that took the signature holds the order for five minutes, or until it fails at it; after that any process may take it
 * over, by a guarded write that only one of them wins.
 */
export class Orders {
  readonly #context: OrdersContext;
  readonly #unproven: UnprovenSignatures;
  /** Stands for this process among those that may hold an order. */
  readonly #name = crypto.randomUUID().slice(0, 8);
  /** By deal, when the order was signed of which nothing is left to do, or that this process is at. */
  readonly #doneOrOurs = boundedCache<string, string>(20_000);

  /** By deal. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(context: OrdersContext) {
    this.#context = context;
    this.#unproven = new UnprovenSignatures(context);
  }

  /** For the evidence of a signature: that this process makes the copy, and until when nobody else may. */
  hold(): { heldBy: string; heldUntil: string } {
    return { heldBy: this.#name, heldUntil: new Date(this.#context.clock.now() + HOLD_MS).toISOString() };
  }

  /** Makes note, PDF and mail of an order that was signed just now, after the answer. */
  deliver(found: FoundDeal): void {
    const evidence = this.#provenOf(found);
    if (!evidence) return;
    this.#doneOrOurs.set(found.deal.id, evidence.signedAt);
    void this.#run('order.deliver', found.deal.id, () =>
      this.#orLetGo(found, evidence, () => deliverCopy(this.#context, found, evidence, false)),
    );
  }

  /** Once the latest moment is past at which the CRM can still take a signature whose answer was lost: delivers it then. */
  deliverIfSigned({ deal: { id }, contact }: FoundDeal): void {
    const { background, crm } = this.#context;
    background.insist('order.deliver-if-signed', async () => {
      await pause(LATEST_COMMIT_MS);
      const deal = await crm.deals.read(id, crmOptionsFor('background'));
      if (deal) await this.takeOver(this.#context.withNoted({ deal, contact, unreadable: [] }), { mayBeOurs: true });
    });
  }

  /** Tells of a signature that the portal did not see. */
  noticeSignature(found: FoundDeal): void {
    this.#unproven.notice(found);
  }

  /**
   * Takes over an order that nobody finished. Asks the CRM nothing where there is nothing to do. One that this process holds
   * is being signed, unless `mayBeOurs`: then the press that held it has failed.
   *
   * @returns whether it is done, or in other hands
   */
  async takeOver(found: FoundDeal, { mayBeOurs = false } = {}): Promise<boolean> {
    const { id, portal_signature_evidence: stored } = found.deal;
    this.#unproven.notice(found);
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
        const claimed = await claim(this.#context.crm, found, patch).catch((error: unknown) => {
          if (!isRefusedForGood(error)) throw error;
          return 'locked' as const;
        });
        if (claimed === 'locked') await this.#deliverLocked(found, held);
        else if (claimed)
          await deliverCopy(this.#context, await this.#context.signedStage.setLeft(claimed), held, true);
        // Refused because of an earlier attempt of ours, maybe, whose answer was lost: then the hold is ours all the same.
        else this.#letGo(found, held);
      }),
    );
    return this.#doneOrOurs.get(id) === evidence.signedAt;
  }

  /**
   * A deal that is locked when it is won takes no claim: its note and PDF are looked for before each is made, and processes
   * wait for each other where they share a store.
   */
  #deliverLocked(found: FoundDeal, evidence: SignatureEvidence): Promise<void> {
    return this.#context.turns.run(`order ${found.deal.id}`, () => deliverCopy(this.#context, found, evidence, true));
  }

  /** Until when a process holds an order that is not finished; null where none does. */
  heldUntil(found: FoundDeal): number | null {
    const copy = this.#unfinished(found)?.copy;
    const until = Date.parse(copy?.heldUntil ?? '');
    const now = this.#context.clock.now();
    // No process holds an order for longer: somebody else wrote that, and nobody waits for it.
    const isHold = until > now && until <= now + 2 * HOLD_MS;
    return copy && isHold ? until : null;
  }

  /** The evidence of an order of which nobody sent the copy or asked a colleague to. */
  #unfinished(found: FoundDeal): SignatureEvidence | null {
    if (found.deal.portal_copy_sent_at !== null || !isSigned(found.deal)) return null;
    const evidence = this.#provenOf(found);
    return evidence && !evidence.copy.isTask ? evidence : null;
  }

  #provenOf({ deal }: FoundDeal): SignatureEvidence | null {
    return provenEvidence(deal, this.#context.portal.evidenceKeys);
  }

  /** Resolves when this process is no longer at the note, PDF and mail of an order. */
  async delivered(dealId: string): Promise<void> {
    await this.#running.get(dealId);
  }

  /** Resolves when no order is on its way any more. */
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
      this.#context.log.error({ recordId: id, ...faultFields(error) }, 'a signed order is without its copy yet');
      this.#letGo(found, held);
    }
  }

  /** The next process that reads the deal may take it over at once; where even this fails, the hold ends by itself. */
  #letGo(found: FoundDeal, held: SignatureEvidence): void {
    this.#doneOrOurs.delete(found.deal.id);
    this.#context.background.insist('order.release', () => {
      const heldUntil = new Date(this.#context.clock.now()).toISOString();
      return changeHold(this.#context, found, held, { heldUntil }).catch((error: unknown) => {
        // A locked deal: then the hold ends by itself.
        if (!isRefusedForGood(error)) throw error;
      });
    });
  }
}

interface UnprovenContext extends CrmWriter {
  log: Log;
  portal: PortalFile;
  countUnproven: (state: 'foreign' | 'unknown_key') => void;
}

/**
 * Signatures whose evidence the portal did not make (decision J3): told to a colleague, the log and the metrics, once each.
 * With an unknown key nobody can tell: then it is not called forged, and no colleague is asked.
 */
class UnprovenSignatures {
  readonly #context: UnprovenContext;
  readonly #told = boundedCache<string, true>(20_000);

  constructor(context: UnprovenContext) {
    this.#context = context;
  }

  notice(found: FoundDeal): void {
    const { deal } = found;
    const { log, portal, background, countUnproven } = this.#context;
    if (!isSigned(deal)) return;
    const { state } = readSignature(deal, portal.evidenceKeys);
    if (state !== 'foreign' && state !== 'unknownKey') return;
    const ref = operationRef(`${deal.id} ${deal.gaikan_signature_plain} ${proofIn(deal.portal_signature_evidence)}`);
    if (this.#told.has(ref)) return;
    this.#told.set(ref, true);
    if (state === 'unknownKey') {
      countUnproven('unknown_key');
      log.error(
        { recordId: deal.id },
        'the evidence of a signature was made with a key that is not in EVIDENCE_SECRETS',
      );
      return;
    }
    countUnproven('foreign');
    log.error({ recordId: deal.id }, 'the evidence of a signature was not made by the portal');
    background.insist('signature.unproven', () => this.#askColleague(found, ref));
  }

  /** Looked for among the tasks that are done as well: who looked into it is not asked again. */
  async #askColleague(found: FoundDeal, ref: string): Promise<void> {
    const { crm, background } = this.#context;
    const crmOptions = crmOptionsFor('background');
    const parent = { module: 'Deals', id: found.deal.id } as const;
    const task = dealTask(found, { ...unprovenTask(ref), Priority: 'High' });
    await createOnce(background, crmOptions, {
      write: () => createTask(crm, task, crmOptions),
      find: async (asked) => {
        const there = await crm.tasks.listFor(parent, asked);
        return there.filter(({ Subject }) => Subject === task.Subject);
      },
      lookFirst: true,
      mayComeYet: true,
      remove: crm.tasks.remove,
    });
  }
}

/** Not the state of the copy, which changes beside it. */
function proofIn(stored: string | null): string {
  return /"mac":"[^"]*"/.exec(stored ?? '')?.[0] ?? stored ?? '';
}
