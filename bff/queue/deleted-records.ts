import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import type { CallHistories } from './call-histories.ts';
import { LATE_WRITES_MS, type OpenDeals } from './open-deals.ts';

const EVERY_MS = 15 * 60_000;
/** A contact deleted on request disappears from the list within a minute (security 45). */
const CONTACTS_EVERY_MS = 60_000;
/**
 * The CRM's list names no contact for a deleted call, so the whole history has to be read; too expensive to do for each
 * callback that ended.
 */
const HISTORY_EVERY_MS = 60 * 60_000;

interface Sources {
  crm: CrmClient;
  clock: Clock;
  openDeals: OpenDeals;
  callHistories: CallHistories;
}

/** Deleted and merged records do not show up by Modified_Time; the CRM lists them separately (crm-api §2.9). */
export class DeletedRecords {
  readonly #sources: Sources;
  #fromMs: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #contactsFromMs: number | null = null;
  #contactsAt = Number.NEGATIVE_INFINITY;
  #historyAt = Number.NEGATIVE_INFINITY;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get isDue(): boolean {
    return this.#sources.clock.now() - this.#readAt >= EVERY_MS;
  }

  /** Everything was read just now. */
  begin(): void {
    this.#readAt = this.#sources.clock.now();
    this.#fromMs = this.#sources.crm.crmTime();
    this.#contactsAt = this.#readAt;
    this.#contactsFromMs = this.#fromMs;
  }

  /** Before the list is shown: removes leads whose contact was deleted. */
  async readContacts(crmOptions: CrmCallOptions): Promise<void> {
    const { crm, clock, openDeals } = this.#sources;
    if (openDeals.isShort || clock.now() - this.#contactsAt < CONTACTS_EVERY_MS) return;
    this.#contactsAt = clock.now();
    const askedAtMs = crm.crmTime();
    try {
      const { ids } = await crm.deleted.since('Contacts', sinceText(this.#contactsFromMs ?? askedAtMs), crmOptions);
      await openDeals.forget({ deals: [], contacts: ids }, crmOptions);
    } catch (error) {
      this.#contactsAt = Number.NEGATIVE_INFINITY;
      if (!isRefusedForGood(error)) throw error;
    }
    this.#contactsFromMs = askedAtMs;
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    const { crm, clock, openDeals, callHistories } = this.#sources;
    this.#readAt = clock.now();
    const askedAtMs = crm.crmTime();
    const since = sinceText(this.#fromMs ?? askedAtMs);
    const deals = await crm.deleted.since('Deals', since, crmOptions);
    const contacts = await crm.deleted.since('Contacts', since, crmOptions);
    const calls = await crm.deleted.since('Calls', since, crmOptions);
    await openDeals.forget({ deals: deals.ids, contacts: contacts.ids }, crmOptions);
    if (!deals.isWhole || !contacts.isWhole) openDeals.readAnew();
    if (calls.ids.length > 0 && clock.now() - this.#historyAt >= HISTORY_EVERY_MS) {
      this.#historyAt = clock.now();
      callHistories.readAnew();
    }
    this.#fromMs = askedAtMs;
  }
}

function sinceText(fromMs: number): string {
  return crmInstant(fromMs - LATE_WRITES_MS);
}
