import type { CrmClient } from '../../crm-contract/client.ts';
import { AdminThrottle } from '../access/admin-throttle.ts';
import { ConstantTimeRefusal } from '../access/constant-time-refusal.ts';
import { IdempotencyCache } from '../access/idempotency-cache.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import { KnownDevices } from '../access/known-devices.ts';
import { KnownLinks } from '../access/known-links.ts';
import type { RouteAccess } from '../access/route-access.ts';
import { UnknownLinks } from '../access/unknown-links.ts';
import type { Config } from '../config.ts';
import { readContactId } from '../contact/read-contact-id.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { allLimits } from '../shared-store/all-limits.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A link's limit per hour, as a multiple of its limit per minute. */
const LINK_HOUR = 2;
/** As many as are remembered to be real. */
const MOST_LINKS = 50_000;

/** What decides who may call, and how often. */
export function routeAccess(config: Config, clock: Clock, crm: CrmClient, sharedStore: SharedStore): RouteAccess {
  const knownLinks = new KnownLinks(clock);
  const marks = new KeyedMarks(config.portalSecrets);
  return {
    customers: {
      marks,
      knownLinks,
      unknownLinks: new UnknownLinks(config.unknownLinksPerMinute, config.crm.maxConcurrency, sharedStore),
      requestsPerLink: allLimits(
        sharedStore.limit('requests of a link', config.requestsPerLink, MINUTE_MS, MOST_LINKS),
        sharedStore.limit('requests of a link in an hour', config.requestsPerLink * LINK_HOUR, HOUR_MS, MOST_LINKS),
      ),
      lookUp: (hash, gone) => readContactId({ crm, knownLinks }, crmOptionsFor('read', gone), hash),
      constantTimeRefusal: new ConstantTimeRefusal(clock),
    },
    staff: {
      adminDigests: config.adminDigests,
      adminThrottle: new AdminThrottle(sharedStore),
      devices: new KnownDevices(marks, config.adminDigests, clock),
    },
    idempotency: new IdempotencyCache(sharedStore),
  };
}
