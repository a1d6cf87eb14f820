import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, coql, unprefixed } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { isSameHash, type KnownLinks, type LinkName, linkName, type SurveyHash } from '../access/survey-link.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { CachedRead } from '../crm/cached-read.ts';
import { type Clock, MINUTE_MS } from '../crm/clock.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { type customerShape, type LinkedContact, type LinkReads, MOST_DEALS } from '../quote/link-reads.ts';
import type { CachedPrices } from '../quote/price-list.ts';
import { unreadableOfDeal, watched } from '../quote/quote-inputs.ts';

interface ContactReadContext extends LinkLookupContext {
  untouchedCheckboxes: UntouchedCheckboxes;
  notedWithdrawals: Pick<NotedWithdrawals, 'asRecorded'>;
}

/**
 * The contact of a survey hash, with its complete deals, because the first deal is usually shown next. A contact with
 * deals takes one CRM call, and one without deals takes two or three. Throws `unknown_link` unless exactly one record
 * has exactly this hash.
 */
export async function readContact(
  context: ContactReadContext,
  asked: CrmCallOptions,
  hash: SurveyHash,
): Promise<FoundContact> {
  const { crmOptions, drifts } = watched(asked);
  const rows = (await context.linkReads.withDeals(hash, crmOptions)).slice(0, MOST_DEALS);
  const [first] = rows;
  if (!first) return { customer: await readWithoutDeals(context, crmOptions, hash), deals: [] };
  const found = first.Contact_Name;
  if (!found || rows.some((row) => row.Contact_Name?.id !== found.id)) throw new ProblemError('unknown_link');
  const fields = unprefixed(first, 'Contact_Name');
  const customer = { ...fields, id: found.id, Full_Name: found.name ?? fullNameOf(fields) };
  if (!isSameHash(customer.survey1_hash, hash)) throw new ProblemError('unknown_link');
  context.knownLinks.learn(linkName(hash), rows);
  const { notedWithdrawals } = context;
  const deals = await Promise.all(
    rows.map((deal) => {
      const asRead = { deal, contact: customer, unreadable: unreadableOfDeal(drifts, deal.id) };
      return notedWithdrawals.asRecorded(asked, asRead);
    }),
  );
  return { customer, deals };
}

/** A lookup may lack the name of its record. */
function fullNameOf({ First_Name, Last_Name }: Pick<Customer, 'First_Name' | 'Last_Name'>): string | null {
  return [First_Name, Last_Name].filter(Boolean).join(' ') || null;
}

async function readWithoutDeals(
  context: ContactReadContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<Customer> {
  const customer = await readLinkedContact(context, crmOptions, hash);
  const isAnswered = !isOnlyNo(customer) || (await context.untouchedCheckboxes.readNull(crmOptions));
  return isAnswered ? customer : { ...customer, survey_1_has_solar_panels: null };
}

/** A "no" without any other answer: in some CRMs an untouched checkbox reads as no. */
function isOnlyNo(customer: Customer): boolean {
  const more =
    customer.survey1_number_of_panels ??
    customer.survey1_panels_age ??
    customer.survey1_preferred_battery_size ??
    customer.survey1_battery_box_distance_m;
  return customer.survey_1_has_solar_panels === false && more === null;
}

export type Customer = z.output<typeof customerShape>;

export interface FoundContact {
  customer: Customer;
  deals: FoundDeal[];
}

export interface LinkLookupContext {
  linkReads: LinkReads;
  knownLinks: KnownLinks;
}

/**
 * The contact of a survey hash, without its deals, in one CRM call. Throws `unknown_link` unless exactly one contact
 * has this hash.
 */
export async function readLinkedContact(
  { linkReads, knownLinks }: LinkLookupContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<LinkedContact> {
  const found = await linkReads.alone(hash, crmOptions);
  const [contact] = found;
  if (!contact || found.length > 1 || !isSameHash(contact.survey1_hash, hash)) throw new ProblemError('unknown_link');
  knownLinks.learn(linkName(hash));
  return contact;
}

export interface OpenLinkContext extends ContactReadContext {
  background: BackgroundJobs;
  prices: CachedPrices;
}

/** Opening a link with open questions refreshes the prices; links opened at the same time share one read. */
const PRICES_FRESH_MS = 1_000;
/**
 * After a restart the first links wait for the price list requested at the start, so that their survey shows prices.
 */
const FIRST_PRICES = { maxAgeMs: MINUTE_MS, waitMs: 1_500 };

/** Reads the contact of a link, with its deals. */
export async function openLink(
  context: OpenLinkContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<FoundContact> {
  const found = await readContact(context, crmOptions, hash);
  if (found.deals.some(({ deal }) => deal.survey1_calc_complete !== true)) {
    const isFirst = context.prices.known === undefined;
    const maxAgeMs = isFirst ? FIRST_PRICES.maxAgeMs : PRICES_FRESH_MS;
    const refreshed = context.prices.read(maxAgeMs, crmOptionsFor('background'));
    context.background.run('prices.refresh', () => refreshed);
    if (isFirst) {
      const waited = wait(FIRST_PRICES.waitMs, undefined, { ref: false });
      await Promise.race([refreshed, waited]).catch(() => undefined);
    }
  }
  return found;
}

/** The time a slow phone needs from the page to its first call; no longer, because the record may change. */
const KEPT_MS = 5_000;

/**
 * CRM reads that a page began but did not wait for. The browser's own call gets the running read, so the CRM is called
 * once.
 */
export class ContactPrefetch {
  readonly #begun = new LRUCache<LinkName, Promise<FoundContact>>({ max: 1_000, ttl: KEPT_MS, ttlAutopurge: true });

  constructor(knownLinks: KnownLinks) {
    knownLinks.onEnd((link) => this.#begun.delete(link));
  }

  keep(link: LinkName, found: Promise<FoundContact>): void {
    this.#begun.set(link, found);
    // A waiting caller gets the error; later callers start a new read.
    found.catch(() => this.#begun.delete(link));
  }

  /** Used once: a second call reads again. */
  take(link: LinkName): Promise<FoundContact> | undefined {
    const found = this.#begun.get(link);
    this.#begun.delete(link);
    return found;
  }
}

const shape = contactShape.pick({ id: true, survey_1_has_solar_panels: true });
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/**
 * An untouched checkbox reads as null in one CRM and as false in another. The newest contacts include untouched
 * checkboxes. If one of these reads null, a false is a real answer. The result is cached.
 */
export class UntouchedCheckboxes {
  readonly #newest: CachedRead<{ readNull: boolean }>;

  constructor(crm: CrmClient, clock: Clock) {
    this.#newest = new CachedRead(clock, async (crmOptions) => {
      const newest = await crm.query(
        coql`select id, survey_1_has_solar_panels from Contacts where Last_Name is not null order by id desc limit ${CHEAPEST_PAGE}`,
        shape,
        crmOptions,
      );
      return { readNull: newest.some((contact) => contact.survey_1_has_solar_panels === null) };
    });
  }

  async readNull(crmOptions: CrmCallOptions): Promise<boolean> {
    if (this.#newest.known?.readNull) return true;
    return (await this.#newest.read(ASK_AGAIN_MS, crmOptions)).readNull;
  }
}
