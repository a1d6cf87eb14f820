import { LRUCache } from 'lru-cache';
import type { Clock } from '../crm/clock.ts';

/** So long after the last sign of life a lead is still somebody's. */
const CLAIM_MS = 10 * 60_000;
/** So long a lead that somebody went past comes after the others for them. */
const PASSED_MS = 30 * 60_000;

/** Which lead is in whose hands. Asynchronous, so that processes may share what holds it. */
export interface LeadClaims {
  /** Takes what nobody has; false when somebody has it, oneself included: each lead is handed out once. */
  take(contactId: string, ownerId: string): Promise<boolean>;
  /** A sign of life: keeps one's own for longer, takes what nobody has, and leaves a colleague theirs. */
  keep(contactId: string, ownerId: string): Promise<void>;
  release(contactId: string, ownerId: string): Promise<void>;
  /** Left without an outcome: for this member of staff it comes last for a while. */
  pass(contactId: string, ownerId: string): Promise<void>;
  passedAt(contactId: string, ownerId: string): Promise<number | null>;
}

/** In the memory of this process. */
export class LeadClaimsInMemory implements LeadClaims {
  readonly #clock: Clock;
  readonly #claims = new LRUCache<string, { ownerId: string; seenAt: number }>({ max: 20_000 });
  readonly #passed = new LRUCache<string, number>({ max: 20_000 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(contactId: string, ownerId: string): Promise<boolean> {
    if (this.#holder(contactId) !== null) return false;
    this.#claims.set(contactId, { ownerId, seenAt: this.#clock.now() });
    return true;
  }

  async keep(contactId: string, ownerId: string): Promise<void> {
    const holder = this.#holder(contactId);
    if (holder !== null && holder !== ownerId) return;
    this.#claims.set(contactId, { ownerId, seenAt: this.#clock.now() });
  }

  async release(contactId: string, ownerId: string): Promise<void> {
    if (this.#holder(contactId) === ownerId) this.#claims.delete(contactId);
  }

  async pass(contactId: string, ownerId: string): Promise<void> {
    this.#passed.set(`${ownerId} ${contactId}`, this.#clock.now());
    await this.release(contactId, ownerId);
  }

  async passedAt(contactId: string, ownerId: string): Promise<number | null> {
    const at = this.#passed.get(`${ownerId} ${contactId}`);
    return at === undefined || this.#clock.now() - at >= PASSED_MS ? null : at;
  }

  #holder(contactId: string): string | null {
    const claim = this.#claims.get(contactId);
    return claim && this.#clock.now() - claim.seenAt < CLAIM_MS ? claim.ownerId : null;
  }
}
