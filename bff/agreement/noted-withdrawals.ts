import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { instant, lookup, recordId, text } from '../../crm-contract/shapes/tolerant.ts';
import type { Clock } from '../crm/clock.ts';
import { HeldReading } from '../crm/held-reading.ts';
import { WITHDRAWAL_TITLE } from '../crm/texts/message-texts.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { withdrawnAtIn } from './withdrawal-proof.ts';

/** A query returns 2,000 rows at most; five pages are more withdrawals than any seller has. */
const PAGE = 2_000;
const MOST_PAGES = 5;

const noteRow = z.object({ id: recordId, Parent_Id: lookup, Note_Content: text, Created_Time: instant });
/** A note with the title of a withdrawal, whoever wrote it. */
interface TitledNote {
  dealId: string;
  content: string;
  createdAt: string | null;
}

interface NotedContext {
  crm: CrmClient;
  clock: Clock;
  portal: Pick<PortalFile, 'evidenceKeys'>;
  /** Tells other processes. */
  sharedStore: {
    publish(channel: string, message: unknown): void;
    subscribe(channel: string, take: (message: unknown) => void): void;
  };
}

/**
 * The notes of withdrawals, each with its proof: a withdrawal stands by its note or by its field, and emptying one takes
 * nothing back (decision J4). All of them are asked for in one query, at the start and every hour; a page asks nothing.
 */
export class NotedWithdrawals {
  readonly #context: NotedContext;
  readonly #reading: HeldReading<object>;
  /** By deal; what was seen once stays. */
  readonly #notes = new Map<string, TitledNote[]>();
  /** Deals of which a note was proven. */
  readonly #proven = new Map<string, string>();

  constructor(context: NotedContext) {
    this.#context = context;
    context.sharedStore.subscribe('withdrawal noted', (message) => this.#keep(message as TitledNote));
    this.#reading = new HeldReading(context.clock, (crmOptions) => this.#readAll(crmOptions));
  }

  /** Whether all notes of before were read once: then a field without a note has none. */
  get isKnown(): boolean {
    return this.#reading.known !== undefined;
  }

  get dealIds(): string[] {
    return [...this.#notes.keys()];
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    await nullIfRefused(this.#reading.read(0, crmOptions));
  }

  /** A note that the portal left just now. */
  learn(note: TitledNote): void {
    this.#keep(note);
    this.#context.sharedStore.publish('withdrawal noted', note);
  }

  /** When the deal was withdrawn from, as a note of the portal's own says; null where there is none. */
  at(found: FoundDeal): string | null {
    if (!isSigned(found.deal)) return null;
    const notes = this.#notes.get(found.deal.id) ?? [];
    const { evidenceKeys } = this.#context.portal;
    const [at = null] = notes.flatMap(({ content }) => withdrawnAtIn(found, content, evidenceKeys) ?? []);
    if (at === null) this.#proven.delete(found.deal.id);
    else this.#proven.set(found.deal.id, at);
    return at;
  }

  /** For lists, which do not read the whole deal: what was proven when it was last read. */
  isProven(dealId: string): boolean {
    return this.#proven.has(dealId);
  }

  /**
   * The deal with its withdrawal, whichever of the two tells of it. Where only a note does, it is looked at again, in one call:
   * what is held here is never the only place.
   */
  async withNoted(found: FoundDeal, crmOptions: CrmCallOptions): Promise<FoundDeal> {
    const field = found.deal.portal_withdrawn_at;
    if (field === null && this.at(found) !== null) await this.#lookAgain(found.deal.id, crmOptions);
    const at = this.at(found);
    if (at !== null && field === null) {
      const deal = { ...found.deal, portal_withdrawn_at: crmInstant(Date.parse(at)) };
      return { ...found, deal, withdrawalIn: 'note' };
    }
    if (at === null && field !== null && this.isKnown && isSigned(found.deal))
      return { ...found, withdrawalIn: 'field' };
    return found;
  }

  async #lookAgain(dealId: string, crmOptions: CrmCallOptions): Promise<void> {
    const notes = await this.#context.crm.notes.listFor({ module: 'Deals', id: dealId }, crmOptions).catch((error) => {
      if (!(error instanceof CrmError)) throw error;
      return null;
    });
    if (notes === null) return;
    this.#notes.delete(dealId);
    for (const { Note_Title, Note_Content, Created_Time } of notes) {
      if (!Note_Title?.startsWith(WITHDRAWAL_TITLE) || Note_Content === null) continue;
      this.#keep({ dealId, content: Note_Content, createdAt: Created_Time });
    }
  }

  #keep(note: TitledNote): void {
    const there = this.#notes.get(note.dealId) ?? [];
    if (there.some(({ content }) => content === note.content)) return;
    this.#notes.set(note.dealId, [...there, note]);
  }

  async #readAll(crmOptions: CrmCallOptions): Promise<object> {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const rows = await this.#context.crm.query(
        coql`select id, Parent_Id, Note_Content, Created_Time from Notes where Note_Title like ${`${WITHDRAWAL_TITLE}%`}
          order by Created_Time desc limit ${PAGE} offset ${page * PAGE}`,
        noteRow,
        crmOptions,
      );
      for (const { Parent_Id, Note_Content, Created_Time } of rows) {
        if (Parent_Id && Note_Content) {
          this.#keep({ dealId: Parent_Id.id, content: Note_Content, createdAt: Created_Time });
        }
      }
      if (rows.length < PAGE) break;
    }
    return {};
  }
}
