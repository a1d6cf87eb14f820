import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError, isRefusedForGood, orCrmError, orRefusal } from '../../crm-contract/errors.ts';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import { settleAll } from '../crm/background-jobs.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../crm/clock.ts';
import { createDealTaskOnce } from '../crm/create-once.ts';
import {
  isTaskLeft,
  leaveNote,
  leaveTask,
  type Message,
  type MessageWriter,
  noteContent,
} from '../crm/leave-message.ts';
import { type PressFacts, type WithdrawnOrder, withdrawalText } from '../crm/texts/message-texts.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { receiptTask } from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { boundedCache } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { addresseeOf, provenEvidence } from './evidence.ts';
import { claim, HOLD_MS } from './hold.ts';
import { type NotedWithdrawals, withdrawalInNote, withdrawalRef, withdrawalTask } from './noted-withdrawals.ts';
import { receiptMail } from './order-mail.ts';

interface RecordContext extends MessageWriter {
  clock: Clock;
  portal: PortalFile;
  publicUrl: string;
  notedWithdrawals: NotedWithdrawals;
  orderIn: (found: FoundDeal) => WithdrawnOrder;
  /** Resolves when this process is not delivering the copy of this order. */
  orderDelivered: (dealId: string) => Promise<void>;
}

/** After a day a missing task means that a colleague deleted it, not that a crash lost it. */
const REPAIR_WITHIN_MS = DAY_MS;
/** Retry interval for a field that the CRM refuses. */
const FIELD_AGAIN_MS = HOUR_MS;

/**
 * The records of a withdrawal: a note, which proves it, a task for the deal's owner, the time in the deal, and the
 * receipt by mail. Failed parts are retried in the background; a field that was emptied or is locked is retried every
 * hour.
 */
export class WithdrawalRecord {
  readonly #context: RecordContext;
  /** Keeps background retries and repairs of the same deal from running at the same time. */
  readonly #mutex = new KeyedMutex();
  /** Deals whose withdrawal this process is completing. */
  readonly #completing = new Set<string>();
  /**
   * Deals whose withdrawal has its note and task, with the time of that withdrawal. After a new signature there may be
   * another withdrawal.
   */
  readonly #recorded = boundedCache<string, number>(20_000);
  readonly #fieldTriedAt = boundedCache<string, number>(20_000);

  constructor(context: RecordContext) {
    this.#context = context;
  }

  /**
   * Writes the note first, then task and field. One of the three is enough.
   *
   * @returns the time of the withdrawal according to its note; null if the CRM refuses all three
   * @throws CrmError if it is unknown whether one of them exists
   */
  record(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts): Promise<string | null> {
    const { background, log, portal } = this.#context;
    const { id } = found.deal;
    return this.#mutex.run(id, async () => {
      // The field holds whole seconds, and note and field should agree.
      const at = new Date(Math.floor(Date.parse(facts.at) / 1000) * 1000).toISOString();
      // A slow note must leave time for task and field, because one of the three is enough.
      const half = { ...crmOptions, deadline: deadlineIn(crmOptions.deadline.remainingMs() / 2) };
      const note = await orCrmError(this.#leaveNote(half, id, this.#message(found, { ...facts, at })));
      const isNoteMissing = note instanceof CrmError;
      const earlier = isNoteMissing ? null : note;
      const withdrawnAt = withdrawalInNote(found, earlier?.Note_Content ?? '', portal.evidenceKeys)?.at ?? at;
      const message = this.#message(found, { ...facts, at: withdrawnAt });
      const [task, field] = await Promise.all([
        orCrmError(leaveTask(this.#context, crmOptions, found, message, note !== null)),
        orCrmError(this.#writeField(crmOptions, found, withdrawnAt, isNoteMissing)),
      ]);
      const isTaskMissing = task instanceof CrmError;
      const faults = [note, task, field].filter((each) => each instanceof CrmError);
      for (const fault of faults) {
        log.error({ recordId: id, ...faultFields(fault) }, 'note, task or field of a withdrawal is missing');
      }
      // A time that somebody else wrote in the field is no record of this withdrawal.
      const isInField = !(field instanceof CrmError) && found.withdrawalIn !== 'field';
      if (isNoteMissing && isTaskMissing && !isInField) {
        const passing = faults.find((fault) => !isRefusedForGood(fault));
        if (passing) throw faults.find(({ sent }) => sent === 'unknown') ?? passing;
        return null;
      }
      // The note is kept in memory until the CRM has it. Otherwise a repeat would take the time in the field for one
      // that somebody else wrote.
      if (isNoteMissing) this.#context.notedWithdrawals.learn({ dealId: id, content: noteContent(message) });
      if (isNoteMissing || isTaskMissing) {
        background.retryInBackground('withdrawal.record', () => this.#leaveBoth(found, { ...facts, at: withdrawnAt }));
      } else this.#recorded.set(id, Date.parse(withdrawnAt));
      if (field instanceof CrmError && !isRefusedForGood(field)) {
        background.retryInBackground('withdrawal.field', () =>
          this.#writeField(crmOptionsFor('background'), found, withdrawnAt),
        );
      }
      // If the note already existed, the request that wrote it got no answer, so the mail was not sent either.
      background.run('withdrawal.mail', () => this.#mail(found, withdrawnAt));
      return withdrawnAt;
    });
  }

  /**
   * Completes a proven withdrawal that a dead process left unfinished. Makes no CRM call if it is complete or another
   * process may still be working on it.
   *
   * @returns true if the withdrawal is done, or another process has it
   */
  async resume(found: FoundDeal): Promise<boolean> {
    const { id } = found.deal;
    if (this.#completing.has(id) || this.heldUntil(found) !== null || !this.#isIncomplete(found)) return true;
    this.#completing.add(id);
    try {
      await this.#complete(found);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      this.#context.log.error({ recordId: id, ...faultFields(error) }, 'task or field of a withdrawal is missing');
    } finally {
      this.#completing.delete(id);
    }
    return !this.#isIncomplete(found);
  }

  /** The time until which the process that recorded a withdrawal may still be completing it; null if none may be. */
  heldUntil(found: FoundDeal): number | null {
    const until = Date.parse(this.#context.notedWithdrawals.at(found) ?? '') + HOLD_MS;
    return this.#isIncomplete(found) && until > this.#context.clock.now() ? until : null;
  }

  #isIncomplete(found: FoundDeal): boolean {
    return this.#lacksMessage(found) || this.#isFieldDue(found);
  }

  #lacksMessage(found: FoundDeal): boolean {
    const at = Date.parse(this.#context.notedWithdrawals.at(found) ?? '');
    const isRecent = this.#context.clock.now() - at <= REPAIR_WITHIN_MS;
    return isRecent && this.#recorded.get(found.deal.id) !== at;
  }

  #isFieldDue({ deal, withdrawalIn }: FoundDeal): boolean {
    const triedAt = this.#fieldTriedAt.get(deal.id) ?? Number.NEGATIVE_INFINITY;
    return withdrawalIn === 'note' && this.#context.clock.now() - triedAt >= FIELD_AGAIN_MS;
  }

  async #complete(found: FoundDeal): Promise<void> {
    const { id } = found.deal;
    const at = this.#context.notedWithdrawals.at(found);
    if (at === null) return;
    const facts = { at, ip: null, userAgent: null };
    const lacksTask =
      this.#lacksMessage(found) &&
      !(await isTaskLeft(this.#context, crmOptionsFor('background'), found, this.#message(found, facts)));
    if (lacksTask || this.#isFieldDue(found)) {
      // The guard lets only one of several processes go on to write a missing task. A locked deal has no such guard.
      this.#fieldTriedAt.set(id, this.#context.clock.now());
      const patch = { portal_withdrawn_at: crmInstant(Date.parse(at)) };
      const claimed = await orRefusal(claim(this.#context, found, patch));
      if (claimed === null) return;
    }
    // The dead process may have mailed the receipt, so the task asks a colleague to check.
    if (lacksTask) await this.#leaveBoth(found, facts);
    this.#recorded.set(id, Date.parse(at));
  }

  /** Writes note and task after looking for each; a refusal is logged and final. */
  #leaveBoth(found: FoundDeal, facts: PressFacts): Promise<void> {
    return this.#mutex.run(found.deal.id, async () => {
      const crmOptions = crmOptionsFor('background');
      const recordId = found.deal.id;
      const message = this.#message(found, facts);
      const left = await settleAll([
        orRefusal(this.#leaveNote(crmOptions, recordId, message)),
        orRefusal(leaveTask(this.#context, crmOptions, found, message)),
      ]);
      for (const refusal of left.filter((each) => each instanceof CrmError)) {
        this.#context.log.error({ recordId, ...faultFields(refusal) }, 'the CRM takes no note or task of a withdrawal');
      }
      this.#recorded.set(found.deal.id, Date.parse(facts.at));
    });
  }

  /** @returns the note if it already existed; null if it was written now */
  async #leaveNote(crmOptions: CrmCallOptions, dealId: string, message: Message): Promise<Note | null> {
    const earlier = await leaveNote(this.#context, crmOptions, dealId, message);
    this.#context.notedWithdrawals.learn({ dealId, content: earlier?.Note_Content ?? noteContent(message) });
    return earlier;
  }

  /**
   * The last writer wins, because an edit of the deal must not block a withdrawal. A time that somebody else wrote is
   * not replaced, so that colleagues can see it. The CRM confirms a write even if it skips a field that is not in the
   * layout, so a field that is the only record is read back.
   */
  async #writeField(crmOptions: CrmCallOptions, found: FoundDeal, at: string, isAlone = false): Promise<void> {
    const { crm, clock } = this.#context;
    const { id } = found.deal;
    if (found.withdrawalIn === 'field') return;
    this.#fieldTriedAt.set(id, clock.now());
    await crm.deals.update(id, { portal_withdrawn_at: crmInstant(Date.parse(at)) }, crmOptions);
    if (!isAlone) return;
    const deal = await crm.deals.read(id, crmOptions);
    if (deal?.portal_withdrawn_at) return;
    throw new CrmError({ kind: 'refused', operation: 'deals.update', sent: 'no', fields: ['portal_withdrawn_at'] });
  }

  #message(found: FoundDeal, facts: PressFacts): Message {
    const { portal, orderIn } = this.#context;
    const { evidenceKeys } = portal;
    return {
      text: withdrawalText(orderIn(found), facts),
      lastLines: {
        note: {
          ref: withdrawalRef(found, facts, evidenceKeys),
          isIn: (note: string) => {
            const noted = withdrawalInNote(found, note, evidenceKeys);
            return noted?.verdict === 'proven' && noted.isOfThisSignature;
          },
        },
        task: withdrawalTask(found, evidenceKeys),
      },
    };
  }

  /** The law requires a receipt on paper or by mail: if the CRM cannot mail it, a task asks a colleague. */
  async #mail(found: FoundDeal, at: string): Promise<void> {
    const { crm, portal, publicUrl, log, background, orderIn } = this.#context;
    const { deal, contact } = found;
    // Keeps "Bedankt voor uw bestelling" from arriving after the receipt of its withdrawal.
    await this.#context.orderDelivered(deal.id);
    const { mailFrom, brand, seller } = portal;
    const { email, name } = addresseeOf(provenEvidence(deal, portal.evidenceKeys), contact);
    const order = orderIn(found);
    const crmOptions = crmOptionsFor('background');
    try {
      if (mailFrom && email) {
        const withdrawn = { ...order, at, url: `${publicUrl}/deals/${deal.id}/` };
        const mail = receiptMail({ brand, seller, mailFrom }, { name, email }, withdrawn);
        await crm.mail.send({ module: 'Contacts', id: contact.id }, mail, crmOptions);
        return;
      }
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.warn({ recordId: deal.id, ...faultFields(error) }, 'the receipt of a withdrawal was not mailed');
    }
    background.retryInBackground('withdrawal.receipt-task', () =>
      createDealTaskOnce(this.#context, crmOptionsFor('background'), found, receiptTask(order.kenmerk, at)),
    );
  }
}
