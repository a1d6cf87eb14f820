import { z } from 'zod';
import { owner } from './admin.ts';
import { CALL_OUTCOMES } from './callcenter.ts';
import type { STATS_STAGES } from './choices.ts';

export type StatsStage = (typeof STATS_STAGES)[number];

/** `kw` is the power of the batteries in the deals of a stage, `kwh` their capacity, `count` the deals. */
const stageTotal = z.object({ kw: z.number(), kwh: z.number(), count: z.number() });
export type StageTotal = z.infer<typeof stageTotal>;

/** How far deals got: each step counts those that went further as well. */
export const FUNNEL_STEPS = ['offered', 'viewed', 'approved', 'signed'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

const calls = z.object({
  byOutcome: z.array(z.object({ outcome: z.enum(CALL_OUTCOMES).nullable(), count: z.number() })),
  byColleague: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type CallFigures = z.infer<typeof calls>;

/** What the CRM may refuse to tell, beside what is null then: its figures are empty or 0, and mean nothing. */
const UNKNOWN_OF_STATS = ['customers', 'deals', 'prices'] as const;

/** The stats of §3 under its names. */
export const adminStats = z.object({
  unknown: z.array(z.enum(UNKNOWN_OF_STATS)).optional(),
  /** Newest day first, days without anybody left out. Registered is contactCount + leadCount; a lead has no deal yet. */
  customers: z.array(z.object({ date: z.string(), contactCount: z.number(), leadCount: z.number() })),
  /** The first day (`yyyy-MM-dd`) that `customers` is complete from. */
  customersSince: z.string(),
  deals: z.object({
    'Available For Customer': stageTotal,
    Viewed: stageTotal,
    'Closed Won': stageTotal,
  }),
  /** Null where the CRM would not say. */
  funnel: z
    .object({
      steps: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count: z.number() })),
      openEuros: z.number(),
      wonEuros: z.number(),
    })
    .nullable(),
  /** Calls made today and since Monday; null where the CRM would not say. */
  calls: z.object({ today: calls, week: calls }).nullable(),
  contactOwners: z.array(owner),
  saltion_MODULE_PRICE: z.array(z.object({ num_modules: z.number(), kwh: z.number() })),
  saltion_INVERTER_PRICES: z.array(z.object({ kw: z.number() })),
  ALLOWED_BATTERY_KWH: z.array(z.number()),
});
export type AdminStats = z.infer<typeof adminStats>;

/** Answer of `GET /api/admin/stats`. Figures may be a few minutes old; `ageSeconds` says how many seconds. */
export const statsAnswer = z.object({
  result: z.object({
    stats: adminStats,
    ageSeconds: z.number(),
    /** Too few of the CRM's credits are left of the day: they are not read anew. */
    stopped: z.literal(true).optional(),
  }),
});
export type StatsAnswer = z.infer<typeof statsAnswer>;
