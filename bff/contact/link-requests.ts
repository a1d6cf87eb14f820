import PQueue from 'p-queue';
import { limitKey, WindowLimit } from '../access/limits.ts';
import type { Clock } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';

const MINUTE_MS = 60_000;
/** For everybody together per minute, apart from the first request of each IP address, which is always accepted. */
const REPEATS_PER_MINUTE = 30;
const PER_MAIL_ADDRESS_PER_HOUR = 3;
/** Enough that nobody can push an address out of the count by naming others. */
const MOST_MAIL_ADDRESSES = 200_000;
/** CRM calls at once. */
const PLACES = 3;
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 500;

/** Limits requests for a link by mail (decision B4). Everything is counted before the CRM is asked. */
export class LinkRequests {
  readonly #perIp: WindowLimit;
  readonly #repeats: WindowLimit;
  readonly #perMailAddress: WindowLimit;
  readonly #places = new PQueue({ concurrency: PLACES });

  constructor(perIp: number, clock: Clock) {
    this.#perIp = new WindowLimit(perIp, 10 * MINUTE_MS, clock, 50_000);
    this.#repeats = new WindowLimit(REPEATS_PER_MINUTE, MINUTE_MS, clock);
    this.#perMailAddress = new WindowLimit(PER_MAIL_ADDRESS_PER_HOUR, 60 * MINUTE_MS, clock, MOST_MAIL_ADDRESSES);
  }

  /**
   * Runs the look-up unless this mail address was sent its link often enough; callers with the fewest requests go
   * first.
   * @throws ProblemError too_many or busy
   */
  async run(ip: string, mailAddress: string, lookUp: () => Promise<void>): Promise<void> {
    const address = limitKey(ip);
    const earlier = this.#perIp.count(address);
    if (!this.#perIp.take(address)) throw new ProblemError('too_many');
    if (earlier > 0 && !this.#repeats.take('')) throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    if (this.#places.size >= MOST_WAITING) throw new ProblemError('busy');
    if (!this.#perMailAddress.take(mailAddress.toLowerCase())) return;
    let looked: Promise<void> | undefined;
    const patience = AbortSignal.timeout(LONGEST_WAIT_MS);
    const begin = () => {
      looked = lookUp();
      return looked;
    };
    await this.#places.add(begin, { priority: -earlier, signal: patience }).catch((error: unknown) => {
      if (!looked) throw new ProblemError('busy');
      if (error !== patience.reason) throw error;
    });
    await looked;
  }
}
