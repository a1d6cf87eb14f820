import type { CrmClient } from '../../crm-contract/client.ts';
import { AdminThrottle } from '../access/admin-throttle.ts';
import { ConstantTimeRefusal } from '../access/constant-time-refusal.ts';
import { IdempotencyCache } from '../access/idempotency-cache.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import { KnownDevices } from '../access/known-devices.ts';
import { KnownLinks } from '../access/known-links.ts';
import { LinkAllowance } from '../access/link-allowance.ts';
import type { RouteAccess } from '../access/route-access.ts';
import { UnknownLinks } from '../access/unknown-links.ts';
import type { Config } from '../config.ts';
import { readContactId } from '../contact/read-contact-id.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { confirmOwnDeal } from '../deal/read-deal.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

/** What decides who may call, and how often. */
export function routeAccess(config: Config, clock: Clock, crm: CrmClient, sharedStore: SharedStore): RouteAccess {
  const knownLinks = new KnownLinks(clock, sharedStore);
  const marks = new KeyedMarks(config.portalSecrets);
  return {
    customers: {
      marks,
      knownLinks,
      unknownLinks: new UnknownLinks(config.unknownLinksPerMinute, config.crm.maxConcurrency, sharedStore),
      linkAllowance: new LinkAllowance(config.requestsPerLink, sharedStore),
      lookUp: (hash, gone) => readContactId({ crm, knownLinks }, crmOptionsFor('read', gone), hash),
      lookUpDeal: (hash, dealId, gone) => confirmOwnDeal(crm, crmOptionsFor('read', gone), hash, dealId),
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
