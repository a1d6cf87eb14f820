import { z } from 'zod';
import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, LARGEST_PAGE } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { lookup, recordId, text } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../crm/clock.ts';
import type { LastLine } from '../crm/leave-message.ts';
import type { Stages } from '../crm/stages.ts';
import {
  type PressFacts,
  WITHDRAWAL_TITLE,
  type WithdrawalFacts,
  withdrawalFactsIn,
} from '../crm/texts/message-texts.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { lastRefIn } from '../crm/texts/note-texts.ts';
import { type DealAsRead, type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { boundedCache, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type EvidenceKeys, type Proof, proofText, type Verdict } from '../site/signing-keys.ts';
import { withSignedName } from './deal-state.ts';
import { provenEvidence } from './evidence.ts';

/** No seller has five pages of withdrawals. */
const MOST_PAGES = 5;
/** A read may miss notes that were written in the hour before it. */
const MISSED_MS = HOUR_MS;
/** A page and the press on it share one look-up. */
const LOOKED_UP_MS = MINUTE_MS;

const noteRow = z.object({ id: recordId, Parent_Id: lookup, Note_Content: text });
/** A note titled as a withdrawal, by any author. */
interface TitledNote {
  dealId: string;
  content: string;
}

interface NotedContext {
  crm: CrmClient;
  clock: Clock;
  portal: Pick<PortalFile, 'evidenceKeys'>;
  stages: Pick<Stages, 'kindOf'>;
  sharedStore: SharedStore;
}

/**
 * The notes of withdrawals, each with its proof. The note alone or the field alone records a withdrawal, so emptying
 * one of the two does not revoke it (decision J4). One query at the start and every hour reads all notes, so that pages
 * cost no extra call. Before the first answer, and where the CRM refuses the query, the portal looks up single deals.
 */
export class NotedWithdrawals {
  readonly #context: NotedContext;
  /** When the notes of a single deal were read. */
  readonly #lookedUpAt = boundedCache<string, number>(1_000);
  /** By deal. */
  readonly #reading: CachedRead<ReadonlyMap<string, TitledNote[]>>;
  /** Notes that running processes wrote. */
  #learned: (TitledNote & { learnedAt: number })[] = [];
  /** Deals with a proven note. */
  readonly #proven = new Set<string>();
  /** Keeps a note that the portal has just written, in every process. */
  readonly learn: (note: TitledNote) => void;

  constructor(context: NotedContext) {
    this.#context = context;
    this.learn = toAll(context.sharedStore, 'withdrawal noted', (note) => this.#keep(note));
    this.#reading = new CachedRead(context.clock, (crmOptions, readAt) => this.#readAll(crmOptions, readAt));
  }

  /** Whether all existing notes were read once. */
  get isKnown(): boolean {
    return this.#reading.known !== undefined;
  }

  get dealIds(): string[] {
    return [...new Set([...(this.#reading.known?.keys() ?? []), ...this.#learned.map(({ dealId }) => dealId)])];
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    await nullIfRefused(this.#reading.read(0, crmOptions));
  }

  /**
   * Reads the notes of one deal, unless they are known. The read may take half of the remaining time. If the CRM does
   * not answer, only the field counts.
   */
  async lookUp(dealId: string, crmOptions: CrmCallOptions): Promise<void> {
    if (this.isKnown || this.#learned.some((note) => note.dealId === dealId)) return;
    const { clock } = this.#context;
    if (clock.now() - (this.#lookedUpAt.get(dealId) ?? Number.NEGATIVE_INFINITY) < LOOKED_UP_MS) return;
    const half = { ...crmOptions, deadline: deadlineIn(crmOptions.deadline.remainingMs() / 2) };
    const listed = this.#context.crm.notes.listFor({ module: 'Deals', id: dealId }, half);
    const notes = await listed.catch((error: unknown) => {
      if (!(error instanceof CrmError)) throw error;
      return null;
    });
    if (!notes) return;
    this.#lookedUpAt.set(dealId, clock.now());
    for (const { Note_Title, Note_Content } of notes) {
      if (Note_Title?.startsWith(WITHDRAWAL_TITLE) && Note_Content) this.#keep({ dealId, content: Note_Content });
    }
  }

  /** The time of the withdrawal according to the portal's own note; null if there is none. */
  at(found: FoundDeal): string | null {
    const noted = this.#withdrawalOf(found);
    const at = noted?.verdict === 'proven' ? noted.at : null;
    if (at === null) this.#proven.delete(found.deal.id);
    else this.#proven.add(found.deal.id);
    return at;
  }

  /**
   * Whether the withdrawal may be about an earlier order, because its note names another time of signing than is proven
   * for this order.
   */
  isOfAnother(found: FoundDeal): boolean {
    return this.#withdrawalOf(found)?.isOfThisSignature === false;
  }

  /** Whether the withdrawal was proven when the deal was last read. For lists, which do not read the whole deal. */
  isProven(dealId: string): boolean {
    return this.#proven.has(dealId);
  }

  /**
   * The deal with its signature, from evidence or field, and its withdrawal, from note or field. The time in a proven
   * note wins over the time in the field. A note that cannot be verified counts like the field, which anybody may
   * write.
   */
  async asRecorded(crmOptions: CrmCallOptions, read: DealAsRead): Promise<FoundDeal> {
    const { portal, stages } = this.#context;
    const found = { ...read, stages, deal: withSignedName(read.deal, portal.evidenceKeys) };
    const field = found.deal.portal_withdrawn_at;
    if (field !== null && isSigned(found.deal)) await this.lookUp(found.deal.id, crmOptions);
    const proven = this.at(found);
    const at = proven ?? (field === null ? this.#withdrawalOf(found)?.at : undefined) ?? null;
    const recorded = at === null ? found : withMoment(found, at);
    if (proven !== null) return field === null ? { ...recorded, withdrawalIn: 'note' } : recorded;
    const isUnproven = recorded.deal.portal_withdrawn_at !== null && isSigned(found.deal);
    return isUnproven ? { ...recorded, withdrawalIn: 'field' } : recorded;
  }

  /** The withdrawal in the notes of this order; a proven one of this very signature goes first. */
  #withdrawalOf(found: FoundDeal): ReturnType<typeof withdrawalInNote> {
    if (!isSigned(found.deal)) return null;
    const { evidenceKeys } = this.#context.portal;
    const learned = this.#learned.filter(({ dealId }) => dealId === found.deal.id);
    const notes = [...(this.#reading.known?.get(found.deal.id) ?? []), ...learned];
    const noted = notes.flatMap(({ content }) => withdrawalInNote(found, content, evidenceKeys) ?? []);
    const proven = noted.filter(({ verdict }) => verdict === 'proven');
    return proven.find(({ isOfThisSignature }) => isOfThisSignature) ?? proven[0] ?? noted[0] ?? null;
  }

  #keep(note: TitledNote): void {
    this.#learned.push({ ...note, learnedAt: this.#context.clock.now() });
  }

  async #readAll(crmOptions: CrmCallOptions, readAt: number): Promise<ReadonlyMap<string, TitledNote[]>> {
    const notes: TitledNote[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const rows = await this.#context.crm.query(
        coql`select id, Parent_Id, Note_Content from Notes where Note_Title like ${`${WITHDRAWAL_TITLE}%`}
          order by Created_Time desc limit ${LARGEST_PAGE} offset ${page * LARGEST_PAGE}`,
        noteRow,
        crmOptions,
      );
      for (const { Parent_Id, Note_Content } of rows) {
        if (Parent_Id && Note_Content) notes.push({ dealId: Parent_Id.id, content: Note_Content });
      }
      if (rows.length < LARGEST_PAGE) break;
    }
    this.#learned = this.#learned.filter(({ learnedAt }) => learnedAt > readAt - MISSED_MS);
    return Map.groupBy(notes, ({ dealId }) => dealId);
  }
}

function withMoment(found: FoundDeal, at: string): FoundDeal {
  return { ...found, deal: { ...found.deal, portal_withdrawn_at: crmInstant(Date.parse(at)) } };
}

// A withdrawal is proven by its note, whose last line is an HMAC over every fact in it (decision J3).

/** The last line of the note, which only the portal can make. */
export function withdrawalRef({ deal, contact }: FoundDeal, press: PressFacts, keys: EvidenceKeys): string {
  const facts = { ...press, contactId: contact.id, signedAt: signedAtOf(deal, keys) };
  return proofText(keys.prove('withdrawal', provenFacts(deal.id, facts)));
}

/**
 * The last line of the task, the same for every press. It is not a mark, because a replaced `PORTAL_SECRET` would make
 * marks unrecognisable.
 */
export function withdrawalTask({ deal }: FoundDeal, keys: EvidenceKeys): LastLine {
  const facts = { schema: 1, record: 'task', dealId: deal.id, signedAt: signedAtOf(deal, keys) };
  return {
    ref: proofText(keys.prove('withdrawal', facts)),
    isIn: (task) => keys.verify('withdrawal', facts, proofIn(task)) === 'proven',
  };
}

function proofIn(content: string): Proof {
  const [key = '', mac = ''] = (lastRefIn(content) ?? '').split('.');
  return { key, mac };
}

/**
 * The time of the withdrawal in a note; null if the portal did not write the note, or if the order was signed again
 * later. Other changes of the deal do not matter: a new name, drawing or contact does not revoke a withdrawal.
 */
export function withdrawalInNote(
  { deal }: FoundDeal,
  note: string,
  keys: EvidenceKeys,
): { at: string; verdict: Exclude<Verdict, 'foreign'>; isOfThisSignature: boolean } | null {
  const facts = withdrawalFactsIn(note);
  if (!facts) return null;
  const verdict = keys.verify('withdrawal', provenFacts(deal.id, facts), proofIn(note));
  const signedAt = signedAtOf(deal, keys);
  if (verdict === 'foreign' || !isOf(signedAt, facts)) return null;
  return { at: facts.at, verdict, isOfThisSignature: signedAt === facts.signedAt };
}

/**
 * Whether the withdrawal may be about this signature. A signature proven to be later than the withdrawal belongs to
 * another order. The note holds whole seconds.
 */
function isOf(signedAt: string | null, facts: WithdrawalFacts): boolean {
  if (signedAt === null || signedAt === facts.signedAt) return true;
  return Math.floor(Date.parse(signedAt) / 1000) <= Math.floor(Date.parse(facts.at) / 1000);
}

function signedAtOf(deal: FoundDeal['deal'], keys: EvidenceKeys): string | null {
  return provenEvidence(deal, keys)?.signedAt ?? null;
}

function provenFacts(dealId: string, { at, ip, userAgent, contactId, signedAt }: WithdrawalFacts) {
  return { schema: 1, dealId, contactId, signedAt, at, ip, userAgent };
}
