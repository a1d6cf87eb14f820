import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/notes-and-tasks.ts';
import { type PressFacts, withdrawalText } from '../crm/texts/message-texts.ts';
import { receiptTask } from '../crm/texts/order-texts.ts';
import { findLeft, leaveMessage } from '../deal/leave-message.ts';
import type { Log } from '../http/logging.ts';
import { faultFields } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { claim, HOLD_MS } from './hold.ts';
import { receiptMail } from './receipt-mail.ts';

interface RecordContext extends CrmWriter {
  clock: Clock;
  log: Log;
  marks: KeyedMarks;
  portal: PortalFile;
  /** Resolves when the copy of an order is no longer on its way from this process. */
  orderDelivered: (dealId: string) => Promise<void>;
}

/** After a day a missing task was removed by a colleague, not lost in a crash. */
const REPAIR_WITHIN_MS = 24 * 60 * 60_000;

/** What a withdrawal leaves beside its moment in the deal: a note, a task for the deal's owner, and the receipt by mail. */
export class WithdrawalRecord {
  readonly #context: RecordContext;
  /** What is tried again on its own, and what a press or a look finds undone, wait for each other. */
  readonly #turns = new KeyedMutex();
  /** Deals whose withdrawal this process takes over just now. */
  readonly #takingOver = new Set<string>();
  /** The moment of the withdrawal whose receipt this process mailed. */
  readonly #mailed = boundedCache<string, number>(20_000);
  /** The moment of the withdrawal of a deal of which nothing is left to do: after a new signature there may be another. */
  readonly #recorded = boundedCache<string, number>(20_000);

  constructor(context: RecordContext) {
    this.#context = context;
  }

  /** Call right after the withdrawal was written. It stands whatever becomes of this: what fails is tried again on its own. */
  async record(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts): Promise<void> {
    this.#mailed.delete(found.deal.id);
    await this.#finish(crmOptions, found, facts, { lookFirst: false, mayBeMailed: false });
  }

  /**
   * Note and task of a withdrawal whose process did not leave both. Asks the CRM nothing about withdrawals that another
   * process may still be at, or that are long over.
   *
   * @returns whether it is done, or in other hands
   */
  async takeOver(found: FoundDeal): Promise<boolean> {
    const { id } = found.deal;
    const isHeld = this.#takingOver.has(id) || this.heldUntil(found) !== null;
    if (isHeld || this.#unfinishedAt(found) === null) return true;
    this.#takingOver.add(id);
    try {
      await this.#complete(found);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      this.#context.log.error({ recordId: id, ...faultFields(error) }, 'a withdrawal is without its note or task yet');
    } finally {
      this.#takingOver.delete(id);
    }
    return this.#unfinishedAt(found) === null;
  }

  /** Until when the process that took a withdrawal may be at its note and task; null where none is. */
  heldUntil(found: FoundDeal): number | null {
    const at = this.#unfinishedAt(found);
    return at !== null && at + HOLD_MS > this.#context.clock.now() ? at + HOLD_MS : null;
  }

  /** After the same press once more: the CRM may have taken the first one after its answer was lost. */
  pressedAgain(found: FoundDeal): void {
    this.#context.background.insist('withdrawal.again', () => this.#complete(found));
  }

  /** The moment of a withdrawal that may lack its note or its task. */
  #unfinishedAt({ deal }: FoundDeal): number | null {
    if (deal.portal_withdrawn_at === null || !isSigned(deal)) return null;
    const at = Date.parse(deal.portal_withdrawn_at);
    const isOver = this.#recorded.get(deal.id) === at || this.#context.clock.now() - at > REPAIR_WITHIN_MS;
    return isOver ? null : at;
  }

  async #complete(found: FoundDeal): Promise<void> {
    const { id } = found.deal;
    const at = this.#unfinishedAt(found);
    if (at === null) return;
    const facts = { at: new Date(at).toISOString(), ip: null, userAgent: null };
    const crmOptions = crmOptionsFor('background');
    const left = await findLeft(this.#context, crmOptions, found, this.#message(found, facts));
    if (left.note && left.task) {
      this.#recorded.set(id, at);
      return;
    }
    // Writes what stands there already: only the new Modified_Time matters, so that one of several processes goes on.
    const claimed = await claim(this.#context.crm, found, { portal_withdrawn_at: found.deal.portal_withdrawn_at });
    // With either, the process that died may have mailed the receipt: the task asks a colleague to see.
    if (claimed)
      await this.#finish(crmOptions, claimed, facts, { lookFirst: true, mayBeMailed: left.note || left.task });
  }

  /**
   * Note and task, then the receipt, unless it may have been mailed before. What one try left does not count as that; and the
   * mail is a job of its own, so that trying note and task again sends no second one.
   */
  async #finish(
    crmOptions: CrmCallOptions,
    found: FoundDeal,
    facts: PressFacts,
    { lookFirst, mayBeMailed }: { lookFirst: boolean; mayBeMailed: boolean },
  ): Promise<void> {
    const { background, log } = this.#context;
    const { id } = found.deal;
    const leave = (asked: CrmCallOptions, isAgain: boolean) =>
      this.#turns.run(id, async () => {
        const message = { ...this.#message(found, facts), lookFirst: isAgain };
        const isLeft = await leaveMessage(this.#context, asked, found, message).then(
          () => true,
          (error: unknown) => {
            // The moment stands in the deal: a CRM that takes no note or task costs nobody the receipt.
            if (!isRefusedForGood(error)) throw error;
            log.error({ recordId: id, ...faultFields(error) }, 'the CRM takes no note or task of a withdrawal');
            return false;
          },
        );
        this.#recorded.set(id, Date.parse(facts.at));
        // Without a note nobody can tell whether another process mailed it.
        if (lookFirst && !isLeft) return;
        if (mayBeMailed || this.#mailed.get(id) === Date.parse(facts.at)) return;
        this.#mailed.set(id, Date.parse(facts.at));
        background.run('withdrawal.mail', () => this.#mail(found, facts.at));
      });
    try {
      await leave(crmOptions, lookFirst);
    } catch (error) {
      log.error({ recordId: id, ...faultFields(error) }, 'a withdrawal is without its note or task yet');
      background.insist('withdrawal.record', () => leave(crmOptionsFor('background'), true));
    }
  }

  /** One withdrawal per signature: who signs anew after the staff cleared the old one may withdraw anew. */
  #message(found: FoundDeal, facts: PressFacts) {
    const { id, gaikan_signature_plain: name, survey1_signature: drawn } = found.deal;
    const text = withdrawalText(presentDeal(found, this.#context.portal), facts);
    return { text, about: `withdraw ${id} ${name} ${drawn}` };
  }

  /** On paper or in the mailbox is what the law asks: where the CRM cannot mail it, a colleague is asked to. */
  async #mail({ deal, contact }: FoundDeal, at: string): Promise<void> {
    const { crm, portal, log, background } = this.#context;
    // "Bedankt voor uw bestelling" never comes after the receipt of its withdrawal.
    await this.#context.orderDelivered(deal.id);
    const { mailFrom, brand, seller } = portal;
    const { Email, Full_Name, id } = contact;
    const {
      kenmerk,
      Deal_Name: dealName,
      gaikan_signature_plain: signedBy,
    } = presentDeal({ deal, contact, unreadable: [] }, portal);
    const about = { name: Full_Name, dealName, signedBy };
    const crmOptions = crmOptionsFor('background');
    try {
      if (mailFrom && Email) {
        const mail = {
          from: { user_name: mailFrom.name, email: mailFrom.email },
          to: [{ user_name: Full_Name ?? Email, email: Email }],
          ...receiptMail(about, { at, kenmerk }, brand, seller.phone),
        };
        await crm.mail.send({ module: 'Contacts', id }, mail, crmOptions);
        return;
      }
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.warn({ recordId: deal.id, ...faultFields(error) }, 'the receipt of a withdrawal was not mailed');
    }
    const task = {
      ...receiptTask(kenmerk),
      Priority: 'High' as const,
      Who_Id: { id },
      What_Id: { id: deal.id },
      ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
    };
    background.insist('withdrawal.receipt-task', () =>
      createTaskOnce(this.#context, crmOptionsFor('background'), { module: 'Deals', id: deal.id }, task),
    );
  }
}
