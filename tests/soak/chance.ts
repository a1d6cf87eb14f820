import { draws } from '../bff/photos/picture-files.ts';

/** Choices that depend only on a seed. */
export class Chance {
  readonly #draw: () => number;

  constructor(...seeds: readonly number[]) {
    this.#draw = draws(seeds.reduce((sum, seed) => Math.imul(sum, 1_000_003) + seed, 17));
  }

  /** A whole number from `from` up to and including `to`. */
  int(from: number, to: number): number {
    return from + Math.floor(this.#draw() * (to - from + 1));
  }

  /** True in this share of all cases. */
  is(share: number): boolean {
    return this.#draw() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** A seed for another generator. */
  seed(): number {
    return this.int(1, 2 ** 31);
  }

  /** A person's pause before the next action; much shorter than in reality. */
  async think(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.int(100, 900)));
  }
}
