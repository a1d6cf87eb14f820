import type { CrmClient } from '../../crm-contract/client.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { DO_NOT_CALL } from '../crm/schema/tags.ts';
import { crmInstant } from '../crm/texts/moments.ts';

/** Whether it moves a contact's Modified_Time when a tag is given or taken is documented nowhere. */
const WHOLE_EVERY_MS = 60 * 60_000;
/** The CRM's clock may differ from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Reads who has the do-not-call tag where a query cannot say it: all contacts, 200 a call, and from then on who was changed
 * since. It runs beside the requests, which take what is known so far.
 */
export class TagScan {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  readonly #learn: (contactId: string, isTagged: boolean) => void;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #running = false;

  constructor(crm: CrmClient, clock: Clock, learn: (contactId: string, isTagged: boolean) => void) {
    this.#crm = crm;
    this.#clock = clock;
    this.#learn = learn;
  }

  /** Whether everybody was looked at once. */
  get isDone(): boolean {
    return this.#wholeAt !== Number.NEGATIVE_INFINITY;
  }

  /** Starts reading unless that is under way or what is known is younger; a failure is tried again at the next look. */
  start(maxAgeMs: number): void {
    if (this.#running || this.#clock.now() - this.#readAt <= maxAgeMs) return;
    this.#running = true;
    this.#run()
      .catch(() => {})
      .finally(() => {
        this.#running = false;
      });
  }

  async #run(): Promise<void> {
    const startedAt = this.#clock.now();
    const isWhole = startedAt - this.#wholeAt > WHOLE_EVERY_MS;
    const since = isWhole ? {} : { modifiedSince: crmInstant(this.#readAt - CLOCK_SKEW_MS) };
    let after: string | null = null;
    do {
      const page = await this.#crm.contacts.tagPage({ after, ...since }, crmOptionsFor('background'));
      // Without its tags nothing is known of a contact.
      for (const { id, Tag } of page.contacts) if (Tag !== null) this.#learn(id, Tag.includes(DO_NOT_CALL));
      after = page.next;
    } while (after !== null);
    if (isWhole) this.#wholeAt = startedAt;
    this.#readAt = startedAt;
  }
}
