import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import { inGroups, MOST_VALUES } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';
import type { CreditBudget } from '../crm/credit-budget.ts';
import { boundedCache } from '../shared-store/shared-store.ts';
import type { DoNotCall } from './do-not-call.ts';

/** A panel sends a heartbeat every five seconds, so it hears of a tag within thirty (decision I9). */
const MAX_AGE_MS = 22_000;
/** A panel that was silent for longer is not read. */
const SILENT_MS = 30_000;
/** A heartbeat brings other news too, so it does not wait longer for the CRM. */
const PATIENCE_MS = 3_000;

interface Sources {
  clock: Clock;
  doNotCall: DoNotCall;
  credits: Pick<CreditBudget, 'stops'>;
}

/** Keeps up to date who of the open leads must not be called, with one query for all open panels (decision J12). */
export class PanelTags {
  readonly #sources: Sources;
  readonly #tags: CachedRead<object>;
  /** When a panel of this lead last asked. */
  readonly #heardAt = boundedCache<string, number>(5_000);

  constructor(sources: Sources) {
    const { clock, doNotCall } = sources;
    this.#sources = sources;
    this.#tags = new CachedRead(clock, async (crmOptions, askedAt) => {
      const open = [...this.#heardAt].filter(([, atMs]) => askedAt - atMs < SILENT_MS).map(([id]) => id);
      const groups = inGroups(open, MOST_VALUES);
      return Promise.all(groups.map((group) => doNotCall.readOf(group, crmOptions, askedAt)));
    });
  }

  /** Reads the tags of all open leads if what is known of this one is too old. If the CRM fails, that stays known. */
  async read(contactId: string, { priority }: Pick<CrmCallOptions, 'priority'>): Promise<void> {
    const { clock, doNotCall, credits } = this.#sources;
    this.#heardAt.set(contactId, clock.now());
    if (clock.now() - doNotCall.seenAt(contactId) < MAX_AGE_MS || credits.stops('leadList')) return;
    await this.#tags.read(MAX_AGE_MS, { priority, deadline: deadlineIn(PATIENCE_MS) }).catch((error: unknown) => {
      if (!(error instanceof CrmError)) throw error;
    });
  }
}
