import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { createTask, dealTask } from '../crm/notes-and-tasks.ts';
import { unprovenTask } from '../crm/texts/order-texts.ts';
import type { Log } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { readSignature } from './evidence.ts';

export interface UnprovenContext extends CrmWriter {
  log: Log;
  portal: PortalFile;
  countUnproven: (state: 'foreign' | 'unknown_key') => void;
}

/**
 * Signatures whose evidence the portal did not make (decision J3): told to a colleague, the log and the metrics, once each.
 * With an unknown key nobody can tell: then it is not called forged, and no colleague is asked.
 */
export class UnprovenSignatures {
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
