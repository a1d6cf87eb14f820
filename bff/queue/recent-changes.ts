import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import {
  CHEAPEST_PAGE,
  columns,
  coql,
  FittingPage,
  inGroups,
  LATE_WRITES_MS,
  MOST_VALUES,
  oneOf,
} from '../../crm-contract/coql.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape, isOpenCall, OPEN_CALLS } from '../../crm-contract/shapes/activities.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { outcomeOf } from '../crm/texts/outcome-texts.ts';
import { type CallHistories, NEVER_CALLED } from './call-histories.ts';
import { type Callbacks, callbackIn } from './callbacks.ts';
import type { OpenDeals } from './open-deals.ts';

const changedCall = callShape.pick({
  Who_Id: true,
  What_Id: true,
  Owner: true,
  Outbound_Call_Status: true,
  Call_Result: true,
  Call_Start_Time: true,
});
const selected = columns(fieldsOf(changedCall));

/** If more contacts changed than these queries cover, as after an import, the whole history is read. */
const MOST_QUERIES = 4;

/** The calls that have a contact and were changed since then, whatever their status. */
export function readChangedCalls(crm: CrmClient, crmOptions: CrmCallOptions, sinceMs: number, page: FittingPage) {
  return page.read((limit) =>
    crm.query(
      coql`select ${selected} from Calls where (Who_Id is not null and Modified_Time >= ${crmInstant(sinceMs)})
        order by Modified_Time asc limit ${limit}`,
      changedCall,
      crmOptions,
    ),
  );
}

/** All calls of at most fifty contacts, oldest first. */
export function readCallsOf(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactIds: readonly string[],
  page: FittingPage,
) {
  return page.read((limit) =>
    crm.query(
      coql`select ${selected} from Calls
        where (Who_Id in ${oneOf(contactIds)} and Outbound_Call_Status in ${oneOf([...OPEN_CALLS, 'Completed'])})
        order by Call_Start_Time asc limit ${limit}`,
      changedCall,
      crmOptions,
    ),
  );
}

interface Sources {
  crm: CrmClient;
  clock: Clock;
  callHistories: CallHistories;
  callbacks: Callbacks;
}

/**
 * Keeps histories and callbacks up to date between two full reads. Reads the changed calls, and all calls of each
 * contact with a change that is new to the portal. Costs one CRM call as long as only the portal records calls.
 */
export class CallChanges {
  readonly #sources: Sources;
  readonly #changed = new FittingPage(CHEAPEST_PAGE);
  readonly #ofContacts = new FittingPage(CHEAPEST_PAGE);
  #fromMs: number | null = null;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** From now on only changes are read; other code reads the existing calls. */
  begin(): void {
    this.#fromMs ??= this.#sources.crm.crmTime();
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    const { crm, callHistories } = this.#sources;
    const askedAtMs = crm.crmTime();
    const sinceMs = (this.#fromMs ?? askedAtMs) - LATE_WRITES_MS;
    const changed = await nullIfRefused(readChangedCalls(crm, crmOptions, sinceMs, this.#changed));
    const news = changed?.rows.filter((call) => !this.#isKnown(call)).flatMap(({ Who_Id }) => Who_Id?.id ?? []);
    const contacts = [...new Set([...(news ?? []), ...callHistories.outdated])];
    if (!changed || changed.isCut || contacts.length > MOST_VALUES * MOST_QUERIES) {
      callHistories.readAnew();
    } else {
      for (const group of inGroups(contacts, MOST_VALUES)) await this.#readAll(group, crmOptions);
    }
    this.#fromMs = Math.max(this.#fromMs ?? 0, askedAtMs);
  }

  /** Whether the portal recorded this call itself, or has read it before. */
  #isKnown(call: z.output<typeof changedCall>): boolean {
    const { callHistories, callbacks } = this.#sources;
    const { Who_Id, Call_Start_Time, Outbound_Call_Status, Call_Result } = call;
    if (Who_Id === null || Call_Start_Time === null) return true;
    const atMs = Date.parse(Call_Start_Time);
    if (Outbound_Call_Status === 'Completed') {
      const known = callHistories.of(Who_Id.id, 0);
      return known?.lastCallAt === atMs && known.lastOutcome === outcomeOf(Call_Result);
    }
    const { ownerId, dealId } = callbackIn(call);
    return callbacks
      .of(Who_Id.id)
      .some((known) => known.atMs === atMs && known.ownerId === ownerId && known.dealId === dealId);
  }

  async #readAll(contactIds: readonly string[], crmOptions: CrmCallOptions): Promise<void> {
    const { crm, clock, callHistories, callbacks } = this.#sources;
    const askedAt = clock.now();
    const { rows } = await readCallsOf(crm, crmOptions, contactIds, this.#ofContacts);
    for (const contactId of contactIds) {
      const calls = rows.filter(({ Who_Id, Call_Start_Time }) => Who_Id?.id === contactId && Call_Start_Time !== null);
      const made = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed');
      const open = calls.filter(isOpenCall).map(callbackIn);
      const last = made.at(-1);
      const lastCallAt = last ? Date.parse(last.Call_Start_Time ?? '') : null;
      const history = last
        ? { attempts: made.length, lastOutcome: outcomeOf(last.Call_Result), lastCallAt }
        : NEVER_CALLED;
      const moments = open.map(({ atMs }) => atMs);
      callHistories.noteAll(contactId, history, moments, askedAt);
      callbacks.noteAll(contactId, open, lastCallAt, askedAt);
    }
  }
}

const EVERY_MS = 15 * 60_000;
/** A contact deleted on request disappears from the list within a minute (security 45). */
const CONTACTS_EVERY_MS = 60_000;
/**
 * The CRM's list names no contact for a deleted call, so the whole history must be read again. That is too expensive
 * for each callback that ended.
 */
const HISTORY_EVERY_MS = 60 * 60_000;

interface DeletedSources {
  crm: CrmClient;
  clock: Clock;
  openDeals: OpenDeals;
  callHistories: CallHistories;
}

const MODULES = ['Deals', 'Contacts', 'Calls'] as const;
type Module = (typeof MODULES)[number];

/** Deleted and merged records do not show up by Modified_Time; the CRM lists them separately (crm-api §2.9). */
export class DeletedRecords {
  readonly #sources: DeletedSources;
  /** Where the next list of a module starts, by the CRM's clock. */
  readonly #fromMs = new Map<Module, number>();
  #readAt = Number.NEGATIVE_INFINITY;
  #contactsAt = Number.NEGATIVE_INFINITY;
  #historyAt = Number.NEGATIVE_INFINITY;

  constructor(sources: DeletedSources) {
    this.#sources = sources;
  }

  get isDue(): boolean {
    return this.#sources.clock.now() - this.#readAt >= EVERY_MS;
  }

  /** Starts from now, because everything was read just now. */
  begin(): void {
    this.#readAt = this.#sources.clock.now();
    this.#contactsAt = this.#readAt;
    for (const module of MODULES) this.#fromMs.set(module, this.#sources.crm.crmTime());
  }

  /** Removes the leads whose contact was deleted. Runs before the list is shown. */
  async readContacts(crmOptions: CrmCallOptions): Promise<void> {
    const { clock, openDeals } = this.#sources;
    if (openDeals.isShort || clock.now() - this.#contactsAt < CONTACTS_EVERY_MS) return;
    this.#contactsAt = clock.now();
    try {
      await this.#readOf('Contacts', crmOptions);
    } catch (error) {
      this.#contactsAt = Number.NEGATIVE_INFINITY;
      if (!isRefusedForGood(error)) throw error;
    }
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    this.#readAt = this.#sources.clock.now();
    for (const module of MODULES) await this.#readOf(module, crmOptions);
  }

  async #readOf(module: Module, crmOptions: CrmCallOptions): Promise<void> {
    const { crm, clock, openDeals, callHistories } = this.#sources;
    const askedAtMs = crm.crmTime();
    const since = crmInstant((this.#fromMs.get(module) ?? askedAtMs) - LATE_WRITES_MS);
    const { ids, isWhole } = await crm.deleted.since(module, since, crmOptions);
    if (module !== 'Calls') {
      await openDeals.forget(module, ids, crmOptions);
      if (!isWhole) openDeals.readAnew();
    } else if (ids.length > 0 && clock.now() - this.#historyAt >= HISTORY_EVERY_MS) {
      this.#historyAt = clock.now();
      callHistories.readAnew();
    }
    this.#fromMs.set(module, askedAtMs);
  }
}
