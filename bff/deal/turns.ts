/** One change of a deal at a time in this process; changes of different deals do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(dealId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(dealId) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(dealId, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(dealId) === mine) this.#last.delete(dealId);
    }
  }
}
