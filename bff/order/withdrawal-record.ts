import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/task-once.ts';
import { type PressFacts, withdrawalText } from '../crm/texts/message-texts.ts';
import { receiptTask } from '../crm/texts/order-texts.ts';
import { leaveMessage } from '../deal/leave-message.ts';
import type { Log } from '../http/logging.ts';
import { faultFields } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { receiptMail } from './receipt-mail.ts';

interface RecordContext extends CrmWriter {
  log: Log;
  marks: KeyedMarks;
  portal: PortalFile;
}

/** What a withdrawal leaves beside its moment in the deal: a note, a task for the deal's owner, and the receipt by mail. */
export class WithdrawalRecord {
  readonly #context: RecordContext;

  constructor(context: RecordContext) {
    this.#context = context;
  }

  /** Right after it was written. The withdrawal stands whatever becomes of this: what fails is tried again on its own. */
  async record(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts): Promise<void> {
    const { background, log } = this.#context;
    try {
      await this.#leave(crmOptions, found, facts, false);
    } catch (error) {
      log.error({ recordId: found.deal.id, ...faultFields(error) }, 'a withdrawal is without its note or task yet');
      background.insist('withdrawal.record', () => this.repair(found, facts));
      return;
    }
    background.run('withdrawal.mail', () => this.#mail(found, facts.at));
  }

  /** Whoever comes by later: note and task where they are missing, and then nobody mailed the receipt either. */
  async repair(found: FoundDeal, facts: PressFacts): Promise<void> {
    const crmOptions = crmOptionsFor('background');
    const wasThere = await this.#leave(crmOptions, found, facts, true);
    if (!wasThere) await this.#mail(found, facts.at);
  }

  async #leave(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts, lookFirst: boolean): Promise<boolean> {
    const { portal } = this.#context;
    const { deal } = found;
    const text = withdrawalText(presentDeal(found, portal), facts);
    // One withdrawal per signature: who signs anew after the staff cleared the old one may withdraw anew.
    const about = `withdraw ${deal.id} ${deal.gaikan_signature_plain} ${deal.survey1_signature}`;
    const earlier = await leaveMessage(this.#context, crmOptions, found, { text, about, lookFirst });
    return earlier !== null;
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
