import { AdminThrottle } from '../access/admin-throttle.ts';
import { ConstantTimeRefusal } from '../access/constant-time-refusal.ts';
import { IdempotencyCache } from '../access/idempotency-cache.ts';
import { LinkBudget } from '../access/link-budget.ts';
import type { RouteAccess } from '../access/route-access.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../crm/clock.ts';

/** What decides who may call, and how often. */
export function routeAccess(config: Config, clock: Clock): RouteAccess {
  return {
    customers: {
      clock,
      linkBudget: new LinkBudget(config.unknownLinksPerMinute, clock),
      constantTimeRefusal: new ConstantTimeRefusal(clock),
    },
    staff: { adminDigests: config.adminDigests, adminThrottle: new AdminThrottle(clock) },
    idempotency: new IdempotencyCache(),
  };
}
