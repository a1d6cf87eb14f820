import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/task-once.ts';
import { type PressFacts, withdrawalText } from '../crm/texts/message-texts.ts';
import { receiptTask } from '../crm/texts/order-texts.ts';
import { isLeft, leaveMessage } from '../deal/leave-message.ts';
import type { Log } from '../http/logging.ts';
import { faultFields } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isFrozen, presentDeal } from '../quote/present-deal.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { claim, HOLD_MS } from './hold.ts';
import { receiptMail } from './receipt-mail.ts';

interface RecordContext extends CrmWriter {
  clock: Clock;
  log: Log;
  marks: KeyedMarks;
  portal: PortalFile;
}

/** Whoever did not get to it within a day was not stopped by a crash: a colleague took the task away. */
const LOOK_BACK_MS = 24 * 60 * 60_000;

/** What a withdrawal leaves beside its moment in the deal: a note, a task for the deal's owner, and the receipt by mail. */
export class WithdrawalRecord {
  readonly #context: RecordContext;
  /** Deals of which nothing is left to do. */
  readonly #settled = boundedCache<string, true>(20_000);

  constructor(context: RecordContext) {
    this.#context = context;
  }

  /** Right after it was written. The withdrawal stands whatever becomes of this: what fails is tried again on its own. */
  async record(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts): Promise<void> {
    const { background, log } = this.#context;
    const { id } = found.deal;
    try {
      await this.#leave(crmOptions, found, facts, false);
    } catch (error) {
      log.error({ recordId: id, ...faultFields(error) }, 'a withdrawal is without its note or task yet');
      background.insist('withdrawal.record', () => this.#finish(found, facts));
      return;
    }
    this.#settled.set(id, true);
    background.run('withdrawal.mail', () => this.#mail(found, facts.at));
  }

  /**
   * Note and task of a withdrawal whose process died before it had left both. Asks the CRM nothing about withdrawals that
   * another process may still be at, or that are long over.
   */
  async takeOver(found: FoundDeal): Promise<void> {
    const { crm, clock, log } = this.#context;
    const { id, portal_withdrawn_at: withdrawnAt } = found.deal;
    if (withdrawnAt === null || !isFrozen(found) || this.#settled.has(id)) return;
    const ageMs = clock.now() - Date.parse(withdrawnAt);
    if (ageMs < HOLD_MS || ageMs > LOOK_BACK_MS) return;
    const facts = { at: new Date(Date.parse(withdrawnAt)).toISOString(), ip: null, userAgent: null };
    try {
      if (await isLeft(this.#context, crmOptionsFor('background'), found, this.#message(found, facts))) {
        this.#settled.set(id, true);
        return;
      }
      const claimed = await claim(crm, found, { portal_withdrawn_at: withdrawnAt });
      if (claimed) await this.#finish(claimed, facts);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.error({ recordId: id, ...faultFields(error) }, 'a withdrawal is without its note or task yet');
    }
  }

  /** Note and task where they are missing; without a note nobody mailed the receipt either. */
  async #finish(found: FoundDeal, facts: PressFacts): Promise<void> {
    const wasThere = await this.#leave(crmOptionsFor('background'), found, facts, true);
    this.#settled.set(found.deal.id, true);
    if (!wasThere) await this.#mail(found, facts.at);
  }

  async #leave(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts, lookFirst: boolean): Promise<boolean> {
    const message = { ...this.#message(found, facts), lookFirst };
    return (await leaveMessage(this.#context, crmOptions, found, message)) !== null;
  }

  /** One withdrawal per signature: who signs anew after the staff cleared the old one may withdraw anew. */
  #message(found: FoundDeal, facts: PressFacts) {
    const { id, gaikan_signature_plain: name, survey1_signature: drawn } = found.deal;
    const text = withdrawalText(presentDeal(found, this.#context.portal), facts);
    return { text, about: `withdraw ${id} ${name} ${drawn}` };
  }

  /** On paper or in the mailbox is what the law asks: where the CRM cannot mail it, a colleague is asked to. */
  async #mail({ deal, contact }: FoundDeal, at: string): Promise<void> {
    const { crm, portal, log } = this.#context;
    const { mailFrom, brand, seller } = portal;
    const { Email, Full_Name, id } = contact;
    const { kenmerk } = presentDeal({ deal, contact, unreadable: [] }, portal);
    const crmOptions = crmOptionsFor('background');
    try {
      if (mailFrom && Email) {
        const mail = {
          from: { user_name: mailFrom.name, email: mailFrom.email },
          to: [{ user_name: Full_Name ?? Email, email: Email }],
          ...receiptMail(Full_Name, { at, kenmerk }, brand, seller.phone),
        };
        await crm.mail.send({ module: 'Contacts', id }, mail, crmOptions);
        return;
      }
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      log.warn({ recordId: deal.id, ...faultFields(error) }, 'the receipt of a withdrawal was not mailed');
    }
    await createTaskOnce(
      this.#context,
      crmOptions,
      { module: 'Deals', id: deal.id },
      {
        ...receiptTask(kenmerk),
        Priority: 'High',
        Who_Id: { id },
        What_Id: { id: deal.id },
        ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
      },
    );
  }
}
