import type { CrmClient } from '../../crm-contract/client.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { DO_NOT_CALL } from '../crm/schema/stages-and-tags.ts';
import { crmInstant } from '../crm/texts/moments.ts';

/** It is not documented whether adding or removing a tag changes a contact's Modified_Time. */
const WHOLE_EVERY_MS = 60 * 60_000;
/** The CRM's clock may differ from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

type Learn = (contactId: string, isTagged: boolean, phone: string | null, askedAt: number) => void;

/**
 * Reads who has the do-not-call tag where a query cannot filter by it: all contacts, 200 per call, and afterwards those
 * changed since. Runs in the background; requests use what is known so far.
 */
export class TagScan {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  readonly #learn: Learn;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #running = false;

  constructor(crm: CrmClient, clock: Clock, learn: Learn) {
    this.#crm = crm;
    this.#clock = clock;
    this.#learn = learn;
  }

  /** Whether all contacts were read once. */
  get isDone(): boolean {
    return this.#wholeAt !== Number.NEGATIVE_INFINITY;
  }

  /** Starts reading unless it is running or recent; after a failure the next caller starts it again. */
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
      const askedAt = this.#clock.now();
      const page = await this.#crm.contacts.tagPage({ after, ...since }, crmOptionsFor('background'));
      // Without its tags nothing is known about a contact.
      for (const { id, Tag, Phone } of page.contacts) {
        if (Tag !== null) this.#learn(id, Tag.includes(DO_NOT_CALL), Phone, askedAt);
      }
      after = page.next;
    } while (after !== null);
    if (isWhole) this.#wholeAt = startedAt;
    this.#readAt = startedAt;
  }
}
