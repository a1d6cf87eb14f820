import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { FittingPage, LARGEST_PAGE } from '../../crm-contract/fitting-page.ts';
import { recordId, tagNames } from '../../crm-contract/shapes/tolerant.ts';
import type { Clock } from '../crm/clock.ts';
import { HeldReading } from '../crm/held-reading.ts';
import { DO_NOT_CALL } from '../crm/schema/stages-and-tags.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { TagScan } from './tag-scan.ts';

const rowShape = z.object({ id: recordId, Tag: tagNames });
/** A scan asks for what changed since the last one. */
const SCAN_EVERY_MS = 60_000;

/** The contacts with the do-not-call tag, whoever set it. */
export class DoNotCall {
  readonly #crm: CrmClient;
  readonly #page = new FittingPage();
  readonly #scan: TagScan;
  readonly #tagged: HeldReading<ReadonlySet<string>>;
  readonly #store: SharedStore;
  readonly #clock: Clock;
  #ids: ReadonlySet<string> = new Set();
  #readAt = Number.NEGATIVE_INFINITY;
  /** Whose tag was learned since the last read began, and when: what is on its way may not have it. */
  readonly #learnedAt = new Map<string, number>();

  constructor(crm: CrmClient, clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#crm = crm;
    this.#clock = clock;
    this.#store = store;
    store.subscribe('do not call', (message) => {
      const { contactId, isTagged } = message as { contactId: string; isTagged: boolean };
      this.#note(contactId, isTagged);
    });
    this.#tagged = new HeldReading(clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
    this.#scan = new TagScan(crm, clock, (contactId, isTagged, askedAt) => this.learn(contactId, isTagged, askedAt));
  }

  /** Whether everybody who must not be called is known. False while a CRM that cannot query tags is still being scanned. */
  get isKnown(): boolean {
    return !this.#crm.questions.isRefused('tags_by_query') || this.#scan.isDone;
  }

  /** Whether somebody may be handed out to be called; asks about the contact where it is not known. */
  async mayCall(contactId: string, crmOptions: CrmCallOptions): Promise<boolean> {
    if (this.isKnown || this.has(contactId)) return !this.has(contactId);
    const askedAt = this.#clock.now();
    const contact = await this.#crm.contacts.read(contactId, crmOptions);
    if (!contact?.Tag) return false;
    this.learn(contactId, contact.Tag.includes(DO_NOT_CALL), askedAt);
    return !this.has(contactId);
  }

  /** What is known now, without a CRM call. */
  has(contactId: string): boolean {
    return this.#ids.has(contactId);
  }

  /** From an action, or from a read of the contact itself that was asked for then: it says nothing of what was learned since. */
  learn(contactId: string, isTagged: boolean, askedAt = this.#clock.now()): void {
    if ((this.#learnedAt.get(contactId) ?? askedAt) > askedAt || this.#ids.has(contactId) === isTagged) return;
    this.#note(contactId, isTagged);
    this.#store.publish('do not call', { contactId, isTagged });
  }

  #note(contactId: string, isTagged: boolean): void {
    const ids = new Set(this.#ids);
    if (isTagged) ids.add(contactId);
    else ids.delete(contactId);
    this.#ids = ids;
    this.#learnedAt.set(contactId, this.#clock.now());
  }

  /**
   * As read at most `maxAgeMs` ago, with what was learnt since. Where tags cannot be queried, a scan goes on beside this,
   * and `maxAgeMs` (but at least a minute) is the pause between two of them.
   */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<ReadonlySet<string>> {
    await this.#crm.questions.ask<unknown>(
      'tags_by_query',
      () => this.#tagged.read(maxAgeMs, crmOptions),
      async () => {
        this.#tagged.forget();
        this.#scan.start(Math.max(maxAgeMs, SCAN_EVERY_MS));
      },
    );
    return this.#ids;
  }

  /** The query matches part of a tag's name; here it must be the whole name. */
  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const ask = (limit: number, offset: number) =>
      this.#crm.query(
        coql`select id, Tag from Contacts where Tag like ${`%${DO_NOT_CALL}%`} limit ${limit} offset ${offset}`,
        rowShape,
        crmOptions,
      );
    const first = await this.#page.read((limit) => ask(limit, 0));
    for (let { rows, isCut } = first, offset = LARGEST_PAGE; ; offset += LARGEST_PAGE) {
      for (const { id, Tag } of rows) if (Tag?.includes(DO_NOT_CALL) !== false) ids.add(id);
      if (!isCut) break;
      rows = await ask(LARGEST_PAGE, offset);
      isCut = rows.length === LARGEST_PAGE;
    }
    if (readAt < this.#readAt) return this.#ids;
    this.#readAt = readAt;
    for (const [id, at] of this.#learnedAt) {
      if (at < readAt) this.#learnedAt.delete(id);
      else if (this.#ids.has(id)) ids.add(id);
      else ids.delete(id);
    }
    this.#ids = ids;
    return ids;
  }
}
