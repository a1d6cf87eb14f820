import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { linkName } from '../access/survey-link.ts';
import { type LinkLookupContext, readLinkedContact } from '../contact/read-contact.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../crm/clock.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import type { Limit, SharedStore } from '../shared-store/shared-store.ts';
import { plainLine } from '../view-models/body-fields.ts';
import { type AddressAsked, type AddressFound, addressAsked, addressFound } from '../view-models/contact.ts';

/** Enough to correct one's address, too few to harvest a street. */
const PER_LINK_PER_MINUTE = 20;
/** The service is public: the portal sends no more requests than a busy evening needs. */
const TOGETHER_PER_MINUTE = 300;
const MOST_AT_ONCE = 8;
const LONGEST_WAIT_MS = 2_000;

interface LookupContext {
  /** Null if none is configured. */
  addressLookupUrl: string | null;
  clock: Clock;
  log: Log;
  sharedStore: SharedStore;
}

/**
 * Street and city by postcode and house number. Optional: after any failure the address is "not known", and the page
 * continues without it. Answers are public facts, so they are shared and cached for an hour.
 */
export class AddressLookup {
  readonly #context: LookupContext;
  readonly #perLink: Limit;
  readonly #together: Limit;
  readonly #known: LRUCache<string, { address: Address | null }>;
  #underWay = 0;

  constructor(context: LookupContext) {
    this.#context = context;
    this.#perLink = context.sharedStore.limit('addresses of a link', PER_LINK_PER_MINUTE, MINUTE_MS);
    this.#together = context.sharedStore.limit('addresses', TOGETHER_PER_MINUTE, MINUTE_MS);
    this.#known = new LRUCache({ max: 5_000, ttl: HOUR_MS, perf: context.clock });
  }

  /** @throws ProblemError too_many for a link that exceeds its limit */
  async find(link: string, { zip, number }: AddressAsked): Promise<Address | null> {
    if (!(await this.#perLink.take(link))) throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    const postcode = zip.replace(' ', '').toUpperCase();
    const key = `${postcode} ${number}`;
    const known = this.#known.get(key);
    if (known) return known.address;
    const { addressLookupUrl, log } = this.#context;
    if (addressLookupUrl === null || this.#underWay >= MOST_AT_ONCE) return null;
    if (!(await this.#together.take(''))) return null;
    this.#underWay += 1;
    try {
      const address = await askAddressService(addressLookupUrl, postcode, number, AbortSignal.timeout(LONGEST_WAIT_MS));
      this.#known.set(key, { address });
      return address;
    } catch (error) {
      log.warn(faultFields(error), 'the address look-up did not answer');
      return null;
    } finally {
      this.#underWay -= 1;
    }
  }
}

type Address = NonNullable<AddressFound['address']>;

const LARGEST_ANSWER_BYTES = 256 * 1024;
/**
 * The maximum number of addresses that are read. No single house number has more, with all its letters and additions.
 */
const MOST_ROWS = 50;
const line = plainLine(100);

const answer = z.object({
  response: z.object({ docs: z.array(z.object({ straatnaam: line, woonplaatsnaam: line })) }),
});

/**
 * Calls a service with the API of PDOK's Locatieserver 3.1 (`GET {url}/free`), which refuses unknown parameters.
 * Returns null if no address, or more than one street, has this postcode and number. The service learns nothing about
 * the user.
 * @throws if it does not answer, or answers in another form
 */
async function askAddressService(
  url: string,
  zip: string,
  number: number,
  signal: AbortSignal,
): Promise<Address | null> {
  const query = new URLSearchParams({ fl: 'straatnaam,woonplaatsnaam', rows: String(MOST_ROWS) });
  for (const filter of ['type:adres', `postcode:${zip}`, `huisnummer:${number}`]) query.append('fq', filter);
  const response = await fetch(`${url}/free?${query}`, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  const { docs } = answer.parse(JSON.parse(await readText(response))).response;
  const [first] = docs;
  if (!first) return null;
  const isOne = docs.every((doc) => doc.straatnaam === first.straatnaam && doc.woonplaatsnaam === first.woonplaatsnaam);
  return isOne ? { street: first.straatnaam, city: first.woonplaatsnaam } : null;
}

async function readText({ ok, status, body }: Response): Promise<string> {
  if (!ok || !body) {
    await body?.cancel();
    throw new Error(`the look-up answers ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error('the answer of the look-up is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export interface AddressContext extends LinkLookupContext {
  addressLookup: AddressLookup;
}

/** Looks up street and city while a customer enters their address; checking the link costs one CRM call. */
export function addressRoutes(app: App, context: AddressContext): void {
  app.post(
    '/api/contacts/address',
    { config: { access: 'customer' }, schema: { body: addressAsked, response: { 200: addressFound } } },
    async ({ surveyHash, body }, reply) => {
      // The only CRM call here checks the link, because a replaced link must not look anything up.
      await readLinkedContact(context, crmOptionsFor('read', disconnectSignal(reply)), surveyHash);
      return { result: true as const, address: await context.addressLookup.find(linkName(surveyHash), body) };
    },
  );
}
