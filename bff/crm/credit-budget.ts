import type { CallReport } from '../../crm-contract/http/exchange.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { Clock } from './clock.ts';

/**
 * What stops first as the day's credits run out (decision J12): the share of them below which each kind of work stops.
 * Saving and signing go on as long as the CRM takes a call.
 */
export const STOPS_BELOW = {
  stats: 0.2,
  /** Keeping the list of leads up to date: leads are handed out from what is known. */
  leadList: 0.1,
  viewed: 0.05,
  /** Every other read: what is left is for saving and signing. */
  reading: 0.01,
} as const;
export type StoppingWork = keyof typeof STOPS_BELOW;

export interface CreditsLeft {
  credits: number;
  /** The CRM's own word, or what the portal counted of `CRM_CREDITS_A_DAY`. */
  source: 'crm' | 'estimate';
}

/** Credits come back 24 hours after they were spent. */
const DAY_MS = 24 * 60 * 60_000;
const PART_MS = 15 * 60_000;
/** The CRM tells with every answer while less than half is left: a longer silence says that it is more again. */
const TOLD_MS = 10 * 60_000;
/** Other processes are told in sums: a message for each call would be as much traffic as the calls. */
const TOLD_TOGETHER = 50;

/** What is left of the day's credits, and which work may still spend them. */
export class CreditBudget {
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #aDay: number | null;
  readonly #spentIn = new Map<number, number>();
  #told: { left: number; atMs: number } | null = null;
  #mostTold = 0;
  #untold = 0;

  constructor(clock: Clock, aDay: number | null, store: SharedStore = new InMemoryStore(clock)) {
    this.#clock = clock;
    this.#aDay = aDay;
    this.#store = store;
    store.subscribe('credits spent', (credits) => this.#count(credits as number));
  }

  noteCall({ credits, creditsLeft }: Pick<CallReport, 'credits' | 'creditsLeft'>): void {
    this.#count(credits);
    this.#untold += credits;
    if (this.#untold >= TOLD_TOGETHER) {
      this.#store.publish('credits spent', this.#untold);
      this.#untold = 0;
    }
    if (creditsLeft === undefined) return;
    this.#told = { left: creditsLeft, atMs: this.#clock.now() };
    this.#mostTold = Math.max(this.#mostTold, creditsLeft);
  }

  /** Null where neither the CRM nor the configuration says anything. */
  left(): CreditsLeft | null {
    if (this.#told && this.#clock.now() - this.#told.atMs < TOLD_MS) {
      return { credits: this.#told.left, source: 'crm' };
    }
    if (this.#aDay === null) return null;
    return { credits: Math.max(0, this.#aDay - this.#spentToday()), source: 'estimate' };
  }

  /** The credits of a day; where none are configured, twice the most that the CRM told: it begins when half is left. */
  aDay(): number | null {
    return this.#aDay ?? (this.#told ? 2 * this.#mostTold : null);
  }

  stops(work: StoppingWork): boolean {
    const left = this.left();
    return left !== null && left.credits < STOPS_BELOW[work] * (this.aDay() ?? 0);
  }

  #count(credits: number): void {
    const part = Math.floor(this.#clock.now() / PART_MS);
    this.#spentIn.set(part, (this.#spentIn.get(part) ?? 0) + credits);
  }

  #spentToday(): number {
    const since = Math.floor((this.#clock.now() - DAY_MS) / PART_MS);
    let spent = 0;
    for (const [part, credits] of this.#spentIn) {
      if (part <= since) this.#spentIn.delete(part);
      else spent += credits;
    }
    return spent;
  }
}

/** Requests that are refused before anything is asked of the CRM, when the day's credits run out (decision J12). */
const STOPPING: Readonly<Record<string, StoppingWork>> = {
  '/api/contacts/deals/:id/viewed': 'viewed',
};

export function stopWhenSpent(app: App, credits: Pick<CreditBudget, 'stops'>): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const work = STOPPING[routeOptions.url ?? ''];
    if (work && credits.stops(work)) throw new ProblemError('busy', { detail: API_TEXTS.spentToday });
  });
}
