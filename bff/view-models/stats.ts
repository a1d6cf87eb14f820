import { z } from 'zod';
import { owner } from './admin.ts';
import type { STATS_STAGES } from './choices.ts';

export type StatsStage = (typeof STATS_STAGES)[number];

/** `kw` is the power of the batteries in the deals of a stage, `kwh` their capacity, `count` the deals. */
const stageTotal = z.object({ kw: z.number(), kwh: z.number(), count: z.number() });
export type StageTotal = z.infer<typeof stageTotal>;

/** The stats of §3 under its names. */
export const adminStats = z.object({
  /** Newest day first, days without anybody left out. Registered is contactCount + leadCount; a lead has no deal yet. */
  customers: z.array(z.object({ date: z.string(), contactCount: z.number(), leadCount: z.number() })),
  /** The first day (`yyyy-MM-dd`) that `customers` is complete from. */
  customersSince: z.string(),
  deals: z.object({
    'Available For Customer': stageTotal,
    Viewed: stageTotal,
    'Closed Won': stageTotal,
  }),
  contactOwners: z.array(owner),
  saltion_MODULE_PRICE: z.array(z.object({ num_modules: z.number(), kwh: z.number() })),
  saltion_INVERTER_PRICES: z.array(z.object({ kw: z.number() })),
  ALLOWED_BATTERY_KWH: z.array(z.number()),
});
export type AdminStats = z.infer<typeof adminStats>;

/** Answer of `GET /api/admin/stats`. Figures may be a few minutes old; `ageSeconds` says how many seconds. */
export const statsAnswer = z.object({ result: z.object({ stats: adminStats, ageSeconds: z.number() }) });
export type StatsAnswer = z.infer<typeof statsAnswer>;
