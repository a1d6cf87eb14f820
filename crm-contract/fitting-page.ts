/** Rows that a query may return at most, by the step of its price (crm-api §6). */
const PAGES = [200, 1_000, 2_000] as const;
export const LARGEST_PAGE = 2_000;
/** A result that nearly fills its page gets the next one: a page that was full is paid for twice. */
const SPARE = 1.25;

/**
 * The limit of a query that is asked again and again: as large as its last result needs, because a query costs by its
 * limit. The first is the largest page; where a smaller one comes back full, the largest is asked for.
 */
export class FittingPage {
  #limit: number;

  constructor(first: (typeof PAGES)[number] = LARGEST_PAGE) {
    this.#limit = first;
  }

  /** `isCut` when there may be more rows than any page holds. */
  async read<T>(ask: (limit: number) => Promise<T[]>): Promise<{ rows: T[]; isCut: boolean }> {
    let rows = await ask(this.#limit);
    if (rows.length >= this.#limit && this.#limit < LARGEST_PAGE) {
      this.#limit = LARGEST_PAGE;
      rows = await ask(LARGEST_PAGE);
    }
    const isCut = rows.length >= LARGEST_PAGE;
    this.#limit = PAGES.find((page) => rows.length * SPARE < page) ?? LARGEST_PAGE;
    return { rows, isCut };
  }
}
