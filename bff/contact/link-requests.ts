import PQueue from 'p-queue';
import { limitKey, siteOf } from '../access/limits.ts';
import { ProblemError } from '../http/problems.ts';
import { allLimits, type Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const MINUTE_MS = 60_000;
/** Limit per minute for all requests together, except the first of each IP address, which is always accepted. */
const REPEATS_PER_MINUTE = 30;
const REPEATS_PER_HOUR = 300;
/** First requests of an IPv6 /48, which holds 65,536 networks of {@link limitKey}; further ones count as repeats. */
const FIRSTS_OF_SITE_PER_HOUR = 60;
const PER_MAIL_ADDRESS_PER_HOUR = 3;
const PER_MAIL_ADDRESS_PER_DAY = 6;
/** Half of the CRM's 100 mails per day; the rest is for copies of signed orders. */
export const LINKS_MAILED_A_DAY = 50;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Enough that nobody can evict an address from the count by requesting others. */
const MOST_MAIL_ADDRESSES = 200_000;
/** Simultaneous CRM calls. */
const AT_ONCE = 3;
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 500;

/** Limits requests for a link by mail (decision B4). Counts before the CRM is called. */
export class LinkRequests {
  readonly #perIp: Limit;
  readonly #firstsOfSite: Limit;
  readonly #repeats: Limit;
  readonly #perMailAddress: Limit;
  readonly #mails: Limit;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });

  constructor(perIp: number, store: SharedStore) {
    this.#perIp = store.limit('link requests of an address', perIp, 10 * MINUTE_MS, 50_000);
    this.#firstsOfSite = store.limit('first link requests of an IPv6 /48', FIRSTS_OF_SITE_PER_HOUR, 60 * MINUTE_MS);
    this.#repeats = allLimits(
      store.limit('repeated link requests', REPEATS_PER_MINUTE, MINUTE_MS),
      store.limit('repeated link requests in an hour', REPEATS_PER_HOUR, 60 * MINUTE_MS),
    );
    const perMailAddress = (name: string, most: number, windowMs: number) =>
      store.limit(name, most, windowMs, MOST_MAIL_ADDRESSES);
    this.#perMailAddress = allLimits(
      perMailAddress('links to a mail address', PER_MAIL_ADDRESS_PER_HOUR, 60 * MINUTE_MS),
      perMailAddress('links to a mail address in a day', PER_MAIL_ADDRESS_PER_DAY, DAY_MS),
    );
    this.#mails = store.limit('links mailed in a day', LINKS_MAILED_A_DAY, DAY_MS);
  }

  /** Whether another link may be mailed today; a colleague sends those above the limit. */
  takeMail(): Promise<boolean> {
    return this.#mails.take('');
  }

  /**
   * Runs the lookup unless this mail address has received its link often enough; callers with the fewest requests go
   * first.
   * @throws ProblemError too_many or busy
   */
  async run(ip: string, mailAddress: string, lookUp: () => Promise<void>): Promise<void> {
    const address = limitKey(ip);
    const earlier = await this.#perIp.count(address);
    if (!(await this.#perIp.take(address))) throw new ProblemError('too_many');
    const isFirst = earlier === 0 && (await this.#isFirst(siteOf(ip)));
    if (!isFirst && !(await this.#repeats.take(''))) {
      // A refusal because of others must not use up this address's own limit, nor leave a key in the store.
      await this.#perIp.giveBack(address);
      throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    }
    if (this.#queue.size >= MOST_WAITING) throw new ProblemError('busy');
    const mailbox = mailAddress.toLowerCase();
    if (!(await this.#perMailAddress.take(mailbox))) return;
    try {
      await this.#whenFree(lookUp, -earlier);
    } catch (error) {
      // Nothing was mailed; counting it would silently drop the next request's mail.
      await this.#perMailAddress.giveBack(mailbox);
      throw error;
    }
  }

  async #isFirst(site: string | null): Promise<boolean> {
    return site === null || this.#firstsOfSite.take(site);
  }

  async #whenFree(lookUp: () => Promise<void>, priority: number): Promise<void> {
    let looked: Promise<void> | undefined;
    const patience = AbortSignal.timeout(LONGEST_WAIT_MS);
    const begin = () => {
      looked = lookUp();
      return looked;
    };
    await this.#queue.add(begin, { priority, signal: patience }).catch((error: unknown) => {
      if (!looked) throw new ProblemError('busy');
      if (error !== patience.reason) throw error;
    });
    await looked;
  }
}
