import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, FittingPage, LARGEST_PAGE, oneOf } from '../../crm-contract/coql.ts';
import { recordId, tagNames, text } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { boundedCache, InMemoryStore, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import { nationalNumber } from './phone-numbers.ts';

interface Tagging {
  contactId: string;
  isTagged: boolean;
  number: string | null;
}

const rowShape = z.object({ id: recordId, Tag: tagNames, Phone: text });
/** The minimum pause between two scans; each scan reads the changes since the last one. */
const SCAN_EVERY_MS = 60_000;

/**
 * The contacts with the do-not-call tag, whoever set it. The tag covers everybody with the same number (decision J9).
 */
export class DoNotCall {
  readonly #crm: CrmClient;
  readonly #page = new FittingPage();
  readonly #scan: TagScan;
  readonly #tagged: CachedRead<object>;
  readonly #tell: (tagging: Tagging) => void;
  readonly #clock: Clock;
  /** The tagged contacts, each with its national number; null if the contact has no number that can be compared. */
  #ids: ReadonlyMap<string, string | null> = new Map();
  #numbers: ReadonlySet<string | null> = new Set();
  /** What was last read of single contacts, such as those with an open panel, and when that read began. */
  readonly #seen = boundedCache<string, { number: string | null; askedAt: number }>(20_000);
  #readAt = Number.NEGATIVE_INFINITY;
  /** Tags learned since the last read began, and when: a read in flight may not include them. */
  readonly #learnedAt = new Map<string, number>();

  constructor(crm: CrmClient, clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#crm = crm;
    this.#clock = clock;
    this.#tell = toAll(store, 'do not call', (tagging) => this.#note(tagging));
    this.#tagged = new CachedRead(clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
    this.#scan = new TagScan(crm, clock, (contacts, askedAt) => this.#learnAll(contacts, askedAt));
  }

  /** Whether all contacts with the tag are known. False before the first read, or during a first scan. */
  get isKnown(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY || this.#scan.isDone;
  }

  /** Whether the contact itself has the tag, as far as known. */
  has(contactId: string): boolean {
    return this.#ids.has(contactId);
  }

  /**
   * Whether the contact must not be called: it has the tag, or a contact with the same number has the tag. Without
   * `phone`, the number last read for the contact counts.
   */
  covers(contactId: string, phone?: string | null): boolean {
    const number = phone === undefined ? (this.#seen.get(contactId)?.number ?? null) : nationalNumber(phone);
    return this.has(contactId) || (number !== null && this.#numbers.has(number));
  }

  /** Whether the contact must not be called; null if that is not known yet, because of the others with its number. */
  of(contactId: string, phone?: string | null): boolean | null {
    return this.covers(contactId, phone) || (this.isKnown ? false : null);
  }

  /** When the last read of this contact began. */
  seenAt(contactId: string): number {
    return this.#seen.get(contactId)?.askedAt ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Learns a tag from an action, or from a read of the contact that started at `askedAt`. Such a read does not override
   * newer knowledge.
   */
  learn(contactId: string, isTagged: boolean, phone: string | null, askedAt = this.#clock.now()): void {
    if ((this.#learnedAt.get(contactId) ?? askedAt) > askedAt) return;
    const number = nationalNumber(phone);
    this.#seen.set(contactId, { number: number ?? this.#seen.get(contactId)?.number ?? null, askedAt });
    if (this.#ids.has(contactId) === isTagged && (!isTagged || this.#ids.get(contactId) === number)) return;
    this.#tell({ contactId, isTagged, number });
  }

  #note({ contactId, isTagged, number }: Tagging): void {
    const ids = new Map(this.#ids);
    if (isTagged) ids.set(contactId, number);
    else ids.delete(contactId);
    this.#set(ids);
    this.#learnedAt.set(contactId, this.#clock.now());
  }

  #set(ids: ReadonlyMap<string, string | null>): void {
    this.#ids = ids;
    this.#numbers = new Set(ids.values());
  }

  /**
   * Reads the tags, unless the last read is younger than `maxAgeMs`; tags learned since then count too. If the CRM
   * cannot query tags, starts a scan in the background; `maxAgeMs` (at least a minute) is then the pause between two
   * scans.
   */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<void> {
    await this.#crm.questions.ask<unknown>(
      'tags_by_query',
      () => this.#tagged.read(maxAgeMs, crmOptions),
      async () => {
        this.#tagged.forget();
        this.#scan.start(Math.max(maxAgeMs, SCAN_EVERY_MS));
      },
    );
  }

  /** Reads the tags of at most fifty contacts. If the CRM cannot query tags, their scan goes on instead. */
  async readOf(contactIds: readonly string[], crmOptions: CrmCallOptions, askedAt: number): Promise<void> {
    await this.#crm.questions.ask<unknown>(
      'tags_by_query',
      async () => {
        const rows = await this.#crm.query(
          coql`select id, Tag, Phone from Contacts where id in ${oneOf(contactIds)} limit ${contactIds.length}`,
          rowShape,
          crmOptions,
        );
        this.#learnAll(rows, askedAt);
      },
      async () => this.#scan.start(SCAN_EVERY_MS),
    );
  }

  /** An answer without tags says nothing about the contact. */
  #learnAll(contacts: readonly z.output<typeof rowShape>[], askedAt: number): void {
    for (const { id, Tag, Phone } of contacts) {
      if (Tag !== null) this.learn(id, Tag.includes(DO_NOT_CALL), Phone, askedAt);
    }
  }

  /**
   * The query also matches longer names that contain the tag's name; only the whole name counts. If the answer lacks
   * the tags of a contact, the match of the query counts.
   */
  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<object> {
    const ids = new Map<string, string | null>();
    const ask = (limit: number, offset: number) =>
      this.#crm.query(
        coql`select id, Tag, Phone from Contacts where Tag like ${`%${DO_NOT_CALL}%`} limit ${limit} offset ${offset}`,
        rowShape,
        crmOptions,
      );
    const first = await this.#page.read((limit) => ask(limit, 0));
    for (let { rows, isCut } = first, offset = LARGEST_PAGE; ; offset += LARGEST_PAGE) {
      for (const { id, Tag, Phone } of rows) {
        if (Tag?.includes(DO_NOT_CALL) !== false) ids.set(id, nationalNumber(Phone));
      }
      if (!isCut) break;
      rows = await ask(LARGEST_PAGE, offset);
      isCut = rows.length === LARGEST_PAGE;
    }
    if (readAt < this.#readAt) return this.#ids;
    this.#readAt = readAt;
    for (const [id, at] of this.#learnedAt) {
      if (at < readAt) this.#learnedAt.delete(id);
      else if (this.#ids.has(id)) ids.set(id, this.#ids.get(id) ?? null);
      else ids.delete(id);
    }
    this.#set(ids);
    return ids;
  }
}

/** Interval of full scans: Zoho does not document whether a change of tags changes a contact's Modified_Time. */
const WHOLE_EVERY_MS = 60 * 60_000;
/** The CRM's clock may differ from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

type Learn = (contacts: readonly z.output<typeof rowShape>[], askedAt: number) => void;

/**
 * Finds the do-not-call tag when a query cannot filter by it: reads all contacts, 200 per call, and afterwards those
 * that changed. Runs in the background; requests use what is known so far.
 */
class TagScan {
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

  /** Whether all contacts have been read once. */
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
      this.#learn(page.contacts, askedAt);
      after = page.next;
    } while (after !== null);
    if (isWhole) this.#wholeAt = startedAt;
    this.#readAt = startedAt;
  }
}
