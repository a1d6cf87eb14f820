import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import type { Stage } from './stage.ts';
import type { Subject } from './stage-crm.ts';

/** A record that the CRM has at the end and did not have at the start. */
export interface Made {
  id: string;
  module: string;
  values: Record<string, unknown>;
  /** Its position in the journal: two entries may share a millisecond, never a position. */
  turn: number;
}

export interface Commit {
  at: number;
  turn: number;
  by: JournalEntry['by'];
  value: string | null;
}

type Snapshot = ReadonlyMap<string, Record<string, unknown>>;

/** The contacts and deals as the CRM holds them now, by id. */
export async function snapshot(stage: Stage, subjects: readonly Subject[]): Promise<Snapshot> {
  const records = new Map<string, Record<string, unknown>>();
  for (const { contactId, dealId } of subjects) {
    records.set(contactId, await stage.crm.record('Contacts', contactId));
    records.set(dealId, await stage.crm.record('Deals', dealId));
  }
  return records;
}

/** The CRM's own account: its journal, between its state before and now. */
export class CrmJournal {
  readonly #before: Snapshot;
  readonly #after: Snapshot;
  readonly #made = new Map<string, Made>();
  readonly #commits = new Map<string, Commit[]>();
  readonly journal: readonly JournalEntry[];
  #byParent: Map<string, Made[]> | undefined;

  private constructor(before: Snapshot, after: Snapshot, journal: readonly JournalEntry[]) {
    this.#before = before;
    this.#after = after;
    this.journal = journal;
    for (const [turn, entry] of journal.entries()) this.#enter(entry, turn);
  }

  static async read(stage: Stage, subjects: readonly Subject[], before: Snapshot): Promise<CrmJournal> {
    // Records first: reading them runs the CRM's pending work.
    const after = await snapshot(stage, subjects);
    return new CrmJournal(before, after, await stage.crm.journal());
  }

  #enter({ did, id, module, values, at, by }: JournalEntry, turn: number): void {
    if (did === 'delete') this.#made.delete(id);
    if (did === 'create') this.#made.set(id, { id, module, values: { ...values }, turn });
    if (did === 'change') Object.assign(this.#made.get(id)?.values ?? {}, values);
    for (const [field, value] of Object.entries(values)) {
      const place = `${id} ${field}`;
      const commits = this.#commits.get(place) ?? [];
      commits.push({ at, turn, by, value: plain(value) });
      this.#commits.set(place, commits);
    }
  }

  /** Records of a module that were made under this parent. */
  made(module: string, parent: string): Made[] {
    this.#byParent ??= this.#groupByParent();
    return this.#byParent.get(`${module} ${parent}`) ?? [];
  }

  /** For people: the history of the records of a module that ever held these words. */
  storyOf(module: string, words: string): string {
    const held = this.journal.filter(
      (entry) => entry.module === module && JSON.stringify(entry.values).includes(words),
    );
    const ids = new Set(held.map(({ id }) => id));
    const story = this.journal
      .filter(({ id }) => ids.has(id))
      .map(({ id, did, by, at }) => `${by} ${did} ${id} ${at % 1e7}`);
    return `commits: ${story.join(', ') || 'none'}`;
  }

  #groupByParent(): Map<string, Made[]> {
    const groups = new Map<string, Made[]>();
    for (const record of this.#made.values()) {
      const { Parent_Id, Who_Id, What_Id } = record.values;
      for (const parent of new Set([Parent_Id, Who_Id, What_Id])) {
        if (typeof parent !== 'string') continue;
        const place = `${record.module} ${parent}`;
        groups.set(place, [...(groups.get(place) ?? []), record]);
      }
    }
    return groups;
  }

  now(id: string, field: string): string | null {
    return plain(this.#after.get(id)?.[field]);
  }

  before(id: string, field: string): string | null {
    return plain(this.#before.get(id)?.[field]);
  }

  commits(id: string, field: string): readonly Commit[] {
    return this.#commits.get(`${id} ${field}`) ?? [];
  }

  /** The value of a field at a moment, after the commits of that moment. */
  valueAt(id: string, field: string, at: number): string | null {
    const last = this.commits(id, field).findLast((commit) => commit.at <= at);
    return last ? last.value : this.before(id, field);
  }

  /** The value of a field right after a commit. */
  valueAfter(id: string, field: string, { turn }: Commit): string | null {
    const last = this.commits(id, field).findLast((commit) => commit.turn <= turn);
    return last ? last.value : this.before(id, field);
  }

  /** Whether a field had this value at any moment between `from` and `to`. */
  held(id: string, field: string, value: string | null, from: number, to: number): boolean {
    const within = this.commits(id, field).filter(({ at }) => at > from && at <= to);
    return this.valueAt(id, field, from) === value || within.some((commit) => commit.value === value);
  }
}

/** A value in one form: an empty text is null, a lookup is its id. */
export function plain(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'object') return String((value as { id?: unknown }).id ?? JSON.stringify(value));
  return String(value);
}
