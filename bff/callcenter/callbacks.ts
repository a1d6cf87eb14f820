import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import type { Call } from '../../crm-contract/shapes/call.ts';
import { instant, lookup } from '../../crm-contract/shapes/tolerant.ts';
import type { Clock } from '../crm/clock.ts';
import { HeldReading } from '../crm/held-reading.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const rowShape = z.object({ Who_Id: lookup, What_Id: lookup, Owner: lookup, Call_Start_Time: instant });
const MOST = 2000;

/** A scheduled call that is still open. */
export interface Callback {
  atMs: number;
  ownerId: string | null;
  dealId: string | null;
}

/**
 * Whose callback it is and about which deal, which the counts per contact do not say. Read at the start and when the
 * next lead is asked for; the portal's own changes are known at once.
 */
export class Callbacks {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  readonly #store: SharedStore;
  #ofContact = new Map<string, { callbacks: readonly Callback[]; asOf: number }>();
  readonly #scheduled: HeldReading<object>;
  #isUnknown = false;

  constructor(crm: CrmClient, clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#crm = crm;
    this.#store = store;
    store.subscribe('callbacks', (message) => {
      const { contactId, calls } = message as { contactId: string; calls: readonly Callback[] | null };
      if (calls === null) this.#ofContact.delete(contactId);
      else this.#note(contactId, calls);
    });
    this.#clock = clock;
    this.#scheduled = new HeldReading(clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
  }

  /** What is known now, without a CRM call. */
  of(contactId: string): readonly Callback[] {
    return this.#ofContact.get(contactId)?.callbacks ?? [];
  }

  /** What an action learned about a contact after that moment. */
  learnedSince(contactId: string, ms: number): readonly Callback[] | undefined {
    const known = this.#ofContact.get(contactId);
    return known && known.asOf >= ms ? known.callbacks : undefined;
  }

  /** The contact's calls as an action found or left them. */
  learn(contactId: string, calls: readonly Callback[]): void {
    this.#note(contactId, calls);
    this.#store.publish('callbacks', { contactId, calls });
  }

  #note(contactId: string, calls: readonly Callback[]): void {
    this.#ofContact.set(contactId, { callbacks: calls, asOf: this.#clock.now() });
  }

  /** What is known of the contact is outdated. */
  forget(contactId: string): void {
    this.#ofContact.delete(contactId);
    this.#store.publish('callbacks', { contactId, calls: null });
  }

  /** Whether the CRM refuses to tell: then only what actions learned is known. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<void> {
    this.#isUnknown = (await nullIfRefused(this.#scheduled.read(maxAgeMs, crmOptions))) === null;
  }

  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<object> {
    const rows = await this.#crm.query(
      coql`select Who_Id, What_Id, Owner, Call_Start_Time from Calls
        where (Outbound_Call_Status = 'Scheduled' and Who_Id is not null)
        order by Call_Start_Time asc limit ${MOST}`,
      rowShape,
      crmOptions,
    );
    const found = new Map<string, Callback[]>();
    for (const { Who_Id, What_Id, Owner, Call_Start_Time } of rows) {
      if (Who_Id === null || Call_Start_Time === null) continue;
      const callback = { atMs: Date.parse(Call_Start_Time), ownerId: Owner?.id ?? null, dealId: What_Id?.id ?? null };
      found.set(Who_Id.id, [...(found.get(Who_Id.id) ?? []), callback]);
    }
    const later = [...this.#ofContact].filter(([, { asOf }]) => asOf > readAt);
    this.#ofContact = new Map([...found].map(([id, callbacks]) => [id, { callbacks, asOf: readAt }]));
    for (const [id, known] of later) this.#ofContact.set(id, known);
    return this.#ofContact;
  }
}

export function callbackIn({ Call_Start_Time, Owner, What_Id }: Call): Callback {
  return { atMs: Date.parse(Call_Start_Time ?? ''), ownerId: Owner?.id ?? null, dealId: What_Id?.id ?? null };
}
