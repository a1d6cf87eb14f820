import PQueue from 'p-queue';
import { limitKey, siteOf } from '../access/limits.ts';
import { ProblemError } from '../http/problems.ts';
import { allLimits, type Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const MINUTE_MS = 60_000;
/** For everybody together per minute, apart from the first request of each IP address, which is always accepted. */
const REPEATS_PER_MINUTE = 30;
const REPEATS_PER_HOUR = 300;
/** First requests of an IPv6 /48, which holds 65,536 addresses in the sense of {@link limitKey}; more are repeats. */
const FIRSTS_OF_SITE_PER_HOUR = 60;
const PER_MAIL_ADDRESS_PER_HOUR = 3;
const PER_MAIL_ADDRESS_PER_DAY = 6;
/** Of the 100 mails that a CRM sends in a day: the other half is for the copies of signed orders. */
export const LINKS_MAILED_A_DAY = 50;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Enough that nobody can push an address out of the count by naming others. */
const MOST_MAIL_ADDRESSES = 200_000;
/** CRM calls at once. */
const PLACES = 3;
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 500;

/** Limits requests for a link by mail (decision B4). Everything is counted before the CRM is asked. */
export class LinkRequests {
  readonly #perIp: Limit;
  readonly #firstsOfSite: Limit;
  readonly #repeats: Limit;
  readonly #perMailAddress: Limit;
  readonly #mails: Limit;
  readonly #places = new PQueue({ concurrency: PLACES });

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

  /** Whether one more link may go out by mail today; a colleague sends the others. */
  takeMail(): Promise<boolean> {
    return this.#mails.take('');
  }

  /**
   * Runs the look-up unless this mail address was sent its link often enough; callers with the fewest requests go
   * first.
   * @throws ProblemError too_many or busy
   */
  async run(ip: string, mailAddress: string, lookUp: () => Promise<void>): Promise<void> {
    const address = limitKey(ip);
    const earlier = await this.#perIp.count(address);
    if (!(await this.#perIp.take(address))) throw new ProblemError('too_many');
    const isFirst = earlier === 0 && (await this.#isFirst(siteOf(ip)));
    if (!isFirst && !(await this.#repeats.take(''))) {
      // What all others used up costs nobody's own limit, and leaves no key in the store.
      await this.#perIp.giveBack(address);
      throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    }
    if (this.#places.size >= MOST_WAITING) throw new ProblemError('busy');
    const mailbox = mailAddress.toLowerCase();
    if (!(await this.#perMailAddress.take(mailbox))) return;
    try {
      await this.#inTurn(lookUp, -earlier);
    } catch (error) {
      // Nothing is mailed then; counted, it would leave the next request without a mail, and silently.
      await this.#perMailAddress.giveBack(mailbox);
      throw error;
    }
  }

  async #isFirst(site: string | null): Promise<boolean> {
    return site === null || this.#firstsOfSite.take(site);
  }

  async #inTurn(lookUp: () => Promise<void>, priority: number): Promise<void> {
    let looked: Promise<void> | undefined;
    const patience = AbortSignal.timeout(LONGEST_WAIT_MS);
    const begin = () => {
      looked = lookUp();
      return looked;
    };
    await this.#places.add(begin, { priority, signal: patience }).catch((error: unknown) => {
      if (!looked) throw new ProblemError('busy');
      if (error !== patience.reason) throw error;
    });
    await looked;
  }
}
