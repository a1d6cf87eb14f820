import { hash as hashOf, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../crm/clock.ts';
import { boundedCache, InMemoryStore, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { KeyedMarks } from './keyed-marks.ts';

/** 144 bits, 24 URL-safe characters (decision B1 requires 128). */
const RANDOM_BYTES = 18;
/** 96 bits, 16 characters: too many to guess. */
const CHECK_BYTES = 12;
const FORM = /^k-([\w-]{26})([\w-]{16})$/;

/**
 * A survey hash that proves without a CRM call that the portal made it: `k-`, the secret's name, 144 random bits, and
 * their HMAC. Links of another form, from older versions or other systems, still work, but have to be looked up.
 */
export function newKeyedLink(marks: KeyedMarks): string {
  const [secretId = ''] = marks.secretIds;
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `k-${secretId}${random}${marks.sign('link', secretId + random, CHECK_BYTES)}`;
}

/** A link as stored with a contact. */
interface ContactLink {
  survey1_hash: string;
  survey1_url: string;
}

export function newContactLink(marks: KeyedMarks, publicUrl: string): ContactLink {
  const hash = newKeyedLink(marks);
  return { survey1_hash: hash, survey1_url: addressOf(hash, publicUrl) };
}

/** The URL of a link. */
export function addressOf(hash: string, publicUrl: string): string {
  return `${publicUrl}/?survey_hash=${hash}`;
}

/**
 * Whether the HMAC in the link proves that it was made with one of our secrets. Any other link is looked up. That
 * includes a link of our form with another HMAC: a secret that was removed since may have made it, even if a present
 * secret has the same name.
 */
export function isProven(hash: SurveyHash, marks: KeyedMarks): boolean {
  const [, made, check] = FORM.exec(hash) ?? [];
  return made !== undefined && check !== undefined && marks.verify('link', made, check, CHECK_BYTES);
}

/** A well-formed survey hash: URL-safe, at least 22 characters (128 bits). It may still be unknown. */
export type SurveyHash = string & { readonly brand: unique symbol };

const WELL_FORMED = /^[A-Za-z0-9_-]{22,128}$/;

/** The hash of a request, or null if it is absent, sent twice or malformed. */
export function readSurveyHash(offered: string | string[] | undefined): SurveyHash | null {
  return typeof offered === 'string' && WELL_FORMED.test(offered) ? (offered as SurveyHash) : null;
}

/** The CRM's `=` may ignore case, so the found record's hash is compared byte by byte. */
export function isSameHash(found: string | null, asked: SurveyHash): boolean {
  if (found === null) return false;
  const a = Buffer.from(found);
  const b = Buffer.from(asked);
  return a.length === b.length && timingSafeEqual(a, b);
}

export type LinkName = string & { readonly brand: unique symbol };

/** The version of a deal shown to the holder of its link. */
export interface SeenDeal {
  id: string;
  Stage: string | null;
  Modified_Time: string | null;
}

/**
 * Links that the CRM confirmed recently, with the deals that were read for each. In memory, and bounded. They give no
 * access: every request still checks link and deal in the CRM, except the request that reports a view of the shown
 * quote.
 */
export class KnownLinks {
  readonly #deals = boundedCache<LinkName, Map<string, SeenDeal>>(50_000);
  readonly #onEnd: ((link: LinkName) => void)[] = [(link) => this.forget(link)];
  /** The link was replaced: all processes drop their data about it. */
  readonly end: (link: LinkName) => void;

  constructor(clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.end = toAll(store, 'link ended', (link) => {
      for (const forget of this.#onEnd) forget(link);
    });
  }

  /** Registers a callback for replaced links. */
  onEnd(forget: (link: LinkName) => void): void {
    this.#onEnd.push(forget);
  }

  isKnown(link: LinkName): boolean {
    return this.#deals.has(link);
  }

  /** The CRM confirmed this link, and that these deals belong to it. */
  learn(link: LinkName, deals: readonly SeenDeal[] = []): void {
    const seen = deals.map(({ id, Stage, Modified_Time }) => [id, { id, Stage, Modified_Time }] as const);
    this.#deals.set(link, new Map([...(this.#deals.get(link) ?? []), ...seen]));
  }

  /** The CRM no longer knows this link. */
  forget(link: LinkName): void {
    this.#deals.delete(link);
  }

  /** The deal as last read for this link; undefined if the deal is not known to belong to the link. */
  seen(link: LinkName, dealId: string): SeenDeal | undefined {
    return this.#deals.get(link)?.get(dealId);
  }
}

/** A digest, so that memory holds no working links. */
export function linkName(hash: SurveyHash): LinkName {
  return hashOf('sha256', hash, 'base64url') as LinkName;
}
