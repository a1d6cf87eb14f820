/** An access token with its origin, its scopes if known, and its generation. */
export type Token = { value: string; origin: string; scope: string | null; generation: number };

type Held = Token & { grantedAt: number; renewAt: number; expiresAt: number };

/** A token refused this soon after its grant never worked. The next token may not work either. */
const YOUNG_MS = 10_000;

/** The last token, and whether the CRM has refused it. Times are those of the client's own clock. */
export class HeldToken {
  #held: Held | null = null;
  #generation = 0;
  #isRefused = false;
  #refusedYoung = 0;

  /** The token, unless the CRM has refused it. It may have expired: only a refusal proves that it does not work. */
  usable(): Held | null {
    return this.#isRefused ? null : this.#held;
  }

  isThis(value: string): boolean {
    return this.#held?.value === value;
  }

  hold({ value, origin, scope }: Omit<Token, 'generation'>, grantedAt: number, lifeMs: number): void {
    this.#generation += 1;
    this.#isRefused = false;
    // Randomised, so that processes started together do not renew together.
    const renewAt = grantedAt + lifeMs * (0.8 + Math.random() * 0.1);
    this.#held = {
      value,
      origin,
      scope,
      generation: this.#generation,
      grantedAt,
      renewAt,
      expiresAt: grantedAt + lifeMs,
    };
  }

  /** Returns how many tokens in a row were refused soon after their grant; 0 if a newer token exists. */
  refuse(generation: number, now: number): number {
    if (this.#held?.generation !== generation || this.#isRefused) return 0;
    this.#isRefused = true;
    this.#refusedYoung = now - this.#held.grantedAt < YOUNG_MS ? this.#refusedYoung + 1 : 0;
    return this.#refusedYoung;
  }
}
