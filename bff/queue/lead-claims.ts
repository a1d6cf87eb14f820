import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../crm/clock.ts';
import { boundedCache, type Held, type SharedStore, toAll } from '../shared-store/shared-store.ts';

/** How long a lead stays claimed after the last heartbeat. */
export const CLAIM_MS = 10 * 60_000;
/** How long a lead requested ahead stays claimed before it is handed out. */
export const AHEAD_MS = 60_000;
/** For how long a skipped lead is sorted last for the colleague who skipped it. */
const PASSED_MS = 30 * 60_000;
/** Retry interval while the store does not answer. */
const ASK_AGAIN_MS = 300;
/**
 * A claim waits for the end of a shorter outage, because other processes may still reach the store and hand out every
 * lead.
 */
const GONE_AFTER_MS = 3_000;

interface Claim {
  contactId: string;
  ownerId: string;
  /** Identifies this claim in the store. */
  claimId: string;
  forMs: number;
}

/** A colleague who left a note and no outcome keeps the lead: nobody else gets it until `untilMs`. */
interface Kept {
  contactId: string;
  ownerId: string;
  untilMs: number;
}

/**
 * The claims of colleagues on leads. Every process remembers the claims that other processes publish. While the store
 * is down, each process hands out only its own share of the leads, so that no lead goes to two colleagues.
 */
export class LeadClaims {
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #claims = boundedCache<string, Claim & { seenAt: number }>(20_000);
  readonly #passed = boundedCache<string, number>(20_000);
  readonly #kept = boundedCache<string, Kept>(20_000);
  readonly #tellReleased: (claim: Claim) => void;
  readonly #tellPassed: (passed: Pick<Claim, 'contactId' | 'ownerId'>) => void;
  /** Keeps a lead for the colleague who spoke with it and moved on without an outcome. */
  readonly keepUntil: (kept: Kept) => void;

  constructor(clock: Clock, store: SharedStore) {
    this.#clock = clock;
    this.#store = store;
    store.subscribe('lead claimed', (message) => this.#remember(message as Claim));
    this.#tellReleased = toAll(store, 'lead released', (claim) => this.#forget(claim));
    this.#tellPassed = toAll(store, 'lead passed', ({ contactId, ownerId }) => {
      this.#passed.set(`${ownerId} ${contactId}`, clock.now());
    });
    this.keepUntil = toAll(store, 'lead kept', (kept) => this.#kept.set(kept.contactId, kept));
  }

  /**
   * Claims a free lead, or a lead that the caller requested ahead. Returns false for any other claimed lead, even the
   * caller's own: each lead is handed out once.
   */
  async take(contactId: string, ownerId: string, forMs: number): Promise<boolean> {
    const known = this.#claimOf(contactId);
    if (known && !(known.ownerId === ownerId && known.forMs === AHEAD_MS)) return false;
    const claim = { contactId, ownerId, claimId: known?.claimId ?? newClaimId(ownerId), forMs };
    // The claim is remembered first, so that a second request in this process finds the lead claimed.
    this.#remember(claim);
    const held = await this.#ask(claim);
    const isOurs = held === 'taken' && (this.#store.isSettled() || this.#isOfOurPart(contactId));
    if (isOurs) {
      this.#store.publish('lead claimed', claim);
      return true;
    }
    if (held === 'unknown' && this.#isOfOurPart(contactId)) {
      void this.#tellOnceBack(claim);
      return true;
    }
    this.#forget(claim);
    await this.#store.release('lead', contactId, claim.claimId);
    return false;
  }

  /** Whether the lead is claimed, as far as this process knows. */
  has(contactId: string): boolean {
    return this.#claimOf(contactId) !== null;
  }

  /** A heartbeat extends the caller's own claim or claims a free lead; it leaves a colleague's claim alone. */
  async keep(contactId: string, ownerId: string): Promise<void> {
    const known = this.#claimOf(contactId);
    if (known && known.ownerId !== ownerId) return;
    const claim = { contactId, ownerId, claimId: known?.claimId ?? newClaimId(ownerId), forMs: CLAIM_MS };
    this.#remember(claim);
    if ((await this.#store.take('lead', contactId, claim.claimId, CLAIM_MS)) === 'other') this.#forget(claim);
    else this.#store.publish('lead claimed', claim);
  }

  /**
   * Releases a lead. A claim with another duration than `forMs` stays, because the lead was handed out in the meantime.
   */
  async release(contactId: string, ownerId: string, forMs?: number): Promise<void> {
    const claim = this.#claimOf(contactId);
    if (claim?.ownerId !== ownerId || (forMs !== undefined && claim.forMs !== forMs)) return;
    this.#tellReleased(claim);
    await this.#store.release('lead', contactId, claim.claimId);
  }

  /** Releases a lead skipped without an outcome; for a while it comes last for this colleague. */
  async pass(contactId: string, ownerId: string): Promise<void> {
    this.#tellPassed({ contactId, ownerId });
    await this.release(contactId, ownerId);
  }

  passedAt(contactId: string, ownerId: string): number | null {
    const at = this.#passed.get(`${ownerId} ${contactId}`);
    return at === undefined || this.#clock.now() - at >= PASSED_MS ? null : at;
  }

  isKeptFromOthers(contactId: string, ownerId: string): boolean {
    const kept = this.#kept.get(contactId);
    return kept !== undefined && kept.ownerId !== ownerId && this.#clock.now() < kept.untilMs;
  }

  async #ask({ contactId, claimId, forMs }: Claim): Promise<Held> {
    const ask = () => this.#store.take('lead', contactId, claimId, forMs);
    for (let tries = 1; ; tries += 1) {
      const held = await ask();
      const isGone = this.#store.awayMs() >= GONE_AFTER_MS || tries * ASK_AGAIN_MS > GONE_AFTER_MS;
      if (held !== 'unknown' || isGone) return held;
      await wait(ASK_AGAIN_MS);
    }
  }

  /**
   * Publishes a claim made during an outage as soon as the store is back. Once the store has settled, other processes
   * hand out every lead without a claim in the store.
   */
  async #tellOnceBack(claim: Claim): Promise<void> {
    const { contactId, claimId } = claim;
    for (;;) {
      await wait(ASK_AGAIN_MS, undefined, { ref: false });
      const known = this.#claimOf(contactId);
      if (known?.claimId !== claimId) return;
      const held = await this.#store.take('lead', contactId, claimId, known.forMs);
      if (held === 'unknown') continue;
      if (held === 'taken') this.#store.publish('lead claimed', claim);
      return;
    }
  }

  #isOfOurPart(contactId: string): boolean {
    const processes = this.#store.processes();
    return processes === null || Number(BigInt(contactId) % BigInt(processes.count)) === processes.rank;
  }

  #claimOf(contactId: string): Claim | null {
    const claim = this.#claims.get(contactId);
    return claim && this.#clock.now() - claim.seenAt < claim.forMs ? claim : null;
  }

  /** A claim from an older version has no duration. */
  #remember(claim: Omit<Claim, 'forMs'> & { forMs?: number }): void {
    this.#claims.set(claim.contactId, { ...claim, forMs: claim.forMs ?? CLAIM_MS, seenAt: this.#clock.now() });
  }

  #forget({ contactId, claimId }: Claim): void {
    if (this.#claims.get(contactId)?.claimId === claimId) this.#claims.delete(contactId);
  }
}

const newClaimId = (ownerId: string) => `${ownerId} ${crypto.randomUUID()}`;
