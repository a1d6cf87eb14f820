import { boundedCache } from '../access/bounded-cache.ts';
import type { Clock } from '../crm/clock.ts';

/** How long a lead stays claimed after the last sign of life. */
const CLAIM_MS = 10 * 60_000;
/** How long a skipped lead comes after the others for the person who skipped it. */
const PASSED_MS = 30 * 60_000;

/** Who has which lead. Asynchronous, so that several processes can share it. */
export interface LeadClaims {
  /** Claims a free lead; false when somebody has it, the caller included: each lead is handed out once. */
  take(contactId: string, ownerId: string): Promise<boolean>;
  /** A sign of life: extends one's own claim, claims a free lead, and leaves a colleague's alone. */
  keep(contactId: string, ownerId: string): Promise<void>;
  release(contactId: string, ownerId: string): Promise<void>;
  /** Skipped without an outcome: comes last for this member of staff for a while. */
  pass(contactId: string, ownerId: string): Promise<void>;
  passedAt(contactId: string, ownerId: string): Promise<number | null>;
}

/** In memory of this process. */
export class LeadClaimsInMemory implements LeadClaims {
  readonly #clock: Clock;
  readonly #claims = boundedCache<string, { ownerId: string; seenAt: number }>(20_000);
  readonly #passed = boundedCache<string, number>(20_000);

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
