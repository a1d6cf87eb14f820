import type { CallReport } from '../../crm-contract/http/exchange.ts';
import { InMemoryStore, type SharedStore } from '../shared-store/shared-store.ts';
import { type Clock, DAY_MS, MINUTE_MS } from './clock.ts';

/**
 * Each kind of work stops below this share of the day's credits (decision J12). Saving and signing continue as long as
 * the CRM accepts calls.
 */
export const STOPS_BELOW = {
  stats: 0.2,
  /** Keeps the list of leads up to date. Below this share, leads are handed out from the known list. */
  leadList: 0.1,
  viewed: 0.05,
  /** Every other read: the rest is for saving and signing. */
  reading: 0.01,
} as const;
type StoppingWork = keyof typeof STOPS_BELOW;

interface CreditsLeft {
  credits: number;
  /** Reported by the CRM, or counted by the portal against `CRM_CREDITS_A_DAY`. */
  source: 'crm' | 'estimate';
}

const PART_MS = 15 * MINUTE_MS;
/**
 * The CRM reports credits with every answer while less than half is left: silence for this long means that more than
 * half is left.
 */
const REPORT_VALID_MS = 10 * MINUTE_MS;
/** Other processes get the spent credits in sums of this size: a message per call would double the traffic. */
const PUBLISHED_TOGETHER = 50;

/** The day's remaining credits, and which work may still spend them. */
export class CreditBudget {
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #aDay: number | null;
  readonly #spentIn = new Map<number, number>();
  #reported: { left: number; atMs: number } | null = null;
  #mostReported = 0;
  #unpublished = 0;

  constructor(clock: Clock, aDay: number | null, store: SharedStore = new InMemoryStore(clock)) {
    this.#clock = clock;
    this.#aDay = aDay;
    this.#store = store;
    store.subscribe('credits spent', (credits) => this.#count(credits as number));
  }

  noteCall({ credits, creditsLeft }: Pick<CallReport, 'credits' | 'creditsLeft'>): void {
    this.#count(credits);
    this.#unpublished += credits;
    if (this.#unpublished >= PUBLISHED_TOGETHER) {
      this.#store.publish('credits spent', this.#unpublished);
      this.#unpublished = 0;
    }
    if (creditsLeft === undefined) return;
    this.#reported = { left: creditsLeft, atMs: this.#clock.now() };
    this.#mostReported = Math.max(this.#mostReported, creditsLeft);
  }

  /** Null if neither the CRM nor the configuration says anything. */
  left(): CreditsLeft | null {
    if (this.#reported && this.#clock.now() - this.#reported.atMs < REPORT_VALID_MS) {
      return { credits: this.#reported.left, source: 'crm' };
    }
    if (this.#aDay === null) return null;
    return { credits: Math.max(0, this.#aDay - this.#spentToday()), source: 'estimate' };
  }

  /**
   * The credits per day; if not configured, twice the most that the CRM reported, because it starts reporting at half.
   */
  aDay(): number | null {
    return this.#aDay ?? (this.#reported ? 2 * this.#mostReported : null);
  }

  stops(work: StoppingWork): boolean {
    const left = this.left();
    return left !== null && left.credits < STOPS_BELOW[work] * (this.aDay() ?? 0);
  }

  #count(credits: number): void {
    const part = Math.floor(this.#clock.now() / PART_MS);
    this.#spentIn.set(part, (this.#spentIn.get(part) ?? 0) + credits);
  }

  /** Credits return 24 hours after they were spent. */
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
