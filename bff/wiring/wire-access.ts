import { AdminThrottle, KnownDevices } from '../access/admin-login.ts';
import { RefusalTime } from '../access/customer.ts';
import { IdempotencyCache } from '../access/idempotency-cache.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import { LinkAllowance, UnknownLinks } from '../access/link-limits.ts';
import type { RouteAccess } from '../access/route-access.ts';
import { KnownLinks } from '../access/survey-link.ts';
import type { Config } from '../config.ts';
import { readLinkedContact } from '../contact/read-contact.ts';
import type { Clock } from '../crm/clock.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { readOwn } from '../deal/read-deal.ts';
import type { LinkReads } from '../quote/link-reads.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

/** Decides who may call, and how often. */
export function routeAccess(config: Config, clock: Clock, linkReads: LinkReads, sharedStore: SharedStore): RouteAccess {
  const knownLinks = new KnownLinks(clock, sharedStore);
  const marks = new KeyedMarks(config.portalSecrets);
  return {
    customers: {
      marks,
      knownLinks,
      unknownLinks: new UnknownLinks(config.unknownLinksPerMinute, sharedStore),
      linkAllowance: new LinkAllowance(config.requestsPerLink, sharedStore),
      lookUp: (hash, purpose, gone) => readLinkedContact({ linkReads, knownLinks }, crmOptionsFor(purpose, gone), hash),
      lookUpDeal: (hash, dealId, purpose, gone) => readOwn({ linkReads }, crmOptionsFor(purpose, gone), hash, dealId),
      refusalTime: new RefusalTime(clock),
    },
    staff: {
      adminDigests: config.adminDigests,
      adminThrottle: new AdminThrottle(sharedStore),
      devices: new KnownDevices(marks, config.adminDigests, clock),
    },
    idempotency: new IdempotencyCache(sharedStore),
  };
}
