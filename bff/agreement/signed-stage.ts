import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import { CrmError, orRefusal } from '../../crm-contract/errors.ts';
import { type CrmWriter, createDealTaskOnce } from '../crm/create-once.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm/stages.ts';
import { stageTask } from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { type DealFields, type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import { calcWithProducts } from '../quote/stored-calc.ts';
import { writeDeal } from '../quote/write-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { provenEvidence } from './evidence.ts';

/** How long the answer "Bedankt" waits for the stage. */
const WITHIN_MS = 2_000;

interface StageContext extends CrmWriter {
  log: Log;
  portal: Pick<PortalFile, 'signedStage' | 'evidenceKeys'>;
}

/**
 * Sets the stage of a signed deal. If the rows of an older quote were only products linked to the deal, the rows are
 * also stored in the quote. Both happen in a separate write, because a blueprint or a rule on the stage must not refuse
 * a signature (decision J5). The write changes only fields that nobody has changed since the signature, so it does not
 * replace a stage that a workflow or a colleague has set since. If the CRM refuses a field, a task asks a colleague to
 * set it.
 */
export class SignedStage {
  readonly #context: StageContext;

  constructor(context: StageContext) {
    this.#context = context;
  }

  /** Runs right after signing, for at most two seconds; then the work continues in the background. */
  async set(crmOptions: CrmCallOptions, found: FoundDeal, before: FoundDeal): Promise<FoundDeal> {
    const rest = this.#restOf(found, found.deal.Stage === before.deal.Stage);
    return this.#orLater({ ...crmOptions, deadline: deadlineIn(WITHIN_MS) }, found, rest);
  }

  /**
   * For an order taken over from another process. The stage at signing is unknown, so the portal sets the stage only if
   * the deal is still in one of the offer stages. Otherwise a task asks a colleague.
   */
  async setLeft(found: FoundDeal): Promise<FoundDeal> {
    const isOffered = found.deal.Stage === AVAILABLE_FOR_CUSTOMER || found.deal.Stage === VIEWED;
    if (!isOffered && this.#lacksStage(found)) this.#later(() => this.#askColleague(found, ['Stage']));
    return this.#orLater(crmOptionsFor('background'), found, this.#restOf(found, isOffered));
  }

  #lacksStage({ deal }: FoundDeal): boolean {
    const { signedStage } = this.#context.portal;
    return signedStage !== '' && deal.Stage !== signedStage && !isWithdrawn(deal);
  }

  #restOf(found: FoundDeal, maySetStage: boolean): DealFields {
    const { signedStage, evidenceKeys } = this.#context.portal;
    const evidence = provenEvidence(found.deal, evidenceKeys);
    const frozen =
      evidence?.cut.length === 0 ? calcWithProducts(found.deal.survey1_calc, evidence.shown.products) : null;
    return {
      ...(maySetStage && this.#lacksStage(found) && { Stage: signedStage }),
      ...(frozen !== null && { survey1_calc: frozen }),
    };
  }

  async #orLater(crmOptions: CrmCallOptions, found: FoundDeal, rest: DealFields): Promise<FoundDeal> {
    if (Object.keys(rest).length === 0) return found;
    try {
      return await this.#write(crmOptions, found, rest);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      this.#context.log.warn(
        { recordId: found.deal.id, ...faultFields(error) },
        'the stage of a signed deal is not set yet',
      );
      this.#later(() => this.#finish(found, rest));
      return found;
    }
  }

  #later(work: () => Promise<unknown>): void {
    this.#context.background.retryInBackground('order.stage', work);
  }

  async #write(crmOptions: CrmCallOptions, signed: FoundDeal, rest: DealFields): Promise<FoundDeal> {
    const { crm } = this.#context;
    const { found } = await writeDeal({ crm }, crmOptions, {
      first: signed,
      read: async (asked) => {
        const deal = await crm.deals.read(signed.deal.id, asked);
        if (!deal) throw new ProblemError('not_found');
        return { ...signed, deal };
      },
      decide: ({ deal }) => {
        const fields = Object.entries(rest).filter(([field]) => {
          const name = field as 'Stage' | 'survey1_calc';
          return deal[name] === signed.deal[name] && !(name === 'Stage' && isWithdrawn(deal));
        });
        return isSigned(deal) ? Object.fromEntries(fields) : null;
      },
      conflict: (_, cause) => cause,
    });
    return found;
  }

  /** Writes each field alone, because the CRM may refuse only one of them. */
  async #finish(found: FoundDeal, rest: DealFields): Promise<void> {
    const refused: string[] = [];
    for (const [field, value] of Object.entries(rest)) {
      const written = await orRefusal(this.#write(crmOptionsFor('background'), found, { [field]: value }));
      if (!(written instanceof CrmError)) continue;
      const about = { recordId: found.deal.id, ...faultFields(written) };
      this.#context.log.error(about, 'the CRM refuses the stage of a signed deal');
      refused.push(field);
    }
    if (refused.length > 0) await this.#askColleague(found, refused);
  }

  async #askColleague(found: FoundDeal, fields: readonly string[]): Promise<void> {
    const evidence = provenEvidence(found.deal, this.#context.portal.evidenceKeys);
    if (!evidence) return;
    const task = stageTask(kenmerkOf(evidence.fingerprint), this.#context.portal.signedStage, fields);
    await createDealTaskOnce(this.#context, crmOptionsFor('background'), found, task);
  }
}

/** The portal never calls a withdrawn order won: staff choose its stage. */
function isWithdrawn({ portal_withdrawn_at }: FoundDeal['deal']): boolean {
  return portal_withdrawn_at !== null;
}
