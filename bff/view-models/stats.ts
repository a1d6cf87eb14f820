import { z } from 'zod';
import { owner } from './admin.ts';
import { CALL_OUTCOMES } from './callcenter.ts';
import type { STATS_STAGES } from './choices.ts';

export type StatsStage = (typeof STATS_STAGES)[number];

/** Why a deal adds no kW to its stage: it is to be measured (L, XL), was made by hand, or has no size. */
const WITHOUT_POWER = ['L', 'XL', 'manual', 'unsized'] as const;
export type WithoutPower = (typeof WITHOUT_POWER)[number];

/**
 * `kw` is the power of the batteries in the deals of a stage, `kwh` their capacity, `count` the deals; `without` those among
 * them that add neither.
 */
const stageTotal = z.object({
  kw: z.number(),
  kwh: z.number(),
  count: z.number(),
  without: z.partialRecord(z.enum(WITHOUT_POWER), z.number()),
});
export type StageTotal = z.infer<typeof stageTotal>;

/** How far deals got: each step counts those that went further as well. */
export const FUNNEL_STEPS = ['offered', 'viewed', 'approved', 'signed'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/**
 * Deals that got so far; `openEuros` of those that can still be won, `wonEuros` of what was ordered and stands: no deal that
 * was withdrawn from. A lost, declined or withdrawn offer stays among the offered, so that losing raises no share.
 */
const funnel = z.object({
  steps: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count: z.number() })),
  openEuros: z.number(),
  wonEuros: z.number(),
});
export type Funnel = z.infer<typeof funnel>;

const calls = z.object({
  byOutcome: z.array(z.object({ outcome: z.enum(CALL_OUTCOMES).nullable(), count: z.number() })),
  byColleague: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type CallFigures = z.infer<typeof calls>;

/** `name` is null of what anybody may call. */
const agreedCalls = z.object({ name: z.string().nullable(), overdue: z.number(), today: z.number() });
export type AgreedCalls = z.infer<typeof agreedCalls>;

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
  /** Of all deals; null where the CRM would not say. */
  funnel: funnel.nullable(),
  /** While not all deals have been read: what they tell holds for deals since this day (`yyyy-MM-dd`). */
  dealsSince: z.string().optional(),
  /**
   * Calls made today and since Monday, and agreed calls that should have been made or are for today; null where the CRM would
   * not say. `since`: the moment from which they are counted, where there were more than the CRM returns at once.
   */
  calls: z.object({ today: calls, week: calls, agreed: z.array(agreedCalls), since: z.string().optional() }).nullable(),
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

/** Asks `GET /api/admin/stats/period` for offers made, and calls, from a day up to and including another (`yyyy-MM-dd`). */
export const periodAsk = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** How a deal was lost; `unrecorded` where the CRM closed it without a call that says why. */
export const LOSS_REASONS = [
  'not_interested',
  'not_interested_price',
  'skip',
  'declined',
  'withdrawn',
  'unrecorded',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** Offers, each in one of the columns after the first; `closed` were won in the CRM without a signature. */
const cohort = z.object({
  offered: z.number(),
  open: z.number(),
  signed: z.number(),
  closed: z.number(),
  lost: z.number(),
  withdrawn: z.number(),
  wonEuros: z.number(),
});
export type Cohort = z.infer<typeof cohort>;

const colleague = z.object({
  /** Null of the portal's own user: calls of nobody who said who they were, and agreed calls for anybody. */
  name: z.string().nullable(),
  calls: z.number(),
  byOutcome: z.partialRecord(z.enum([...CALL_OUTCOMES, 'other']), z.number()),
  /** Agreed calls of theirs whose moment has passed, whatever the period; null where the CRM would not say. */
  overdue: z.number().nullable(),
});
export type ColleagueFigures = z.infer<typeof colleague>;

/** The figures of a period. A deal counts in the month in which it was made in the CRM: it keeps no date of the offer. */
const periodFigures = z.object({
  from: z.string(),
  to: z.string(),
  /** These are null where the CRM would not say. */
  funnel: funnel.nullable(),
  months: z.array(cohort.extend({ month: z.string() })).nullable(),
  /** By `Lead_Owner_Flow`; `deals` counts those without an offer as well. */
  sources: z.array(cohort.extend({ source: z.string().nullable(), deals: z.number() })).nullable(),
  losses: z.array(z.object({ reason: z.enum(LOSS_REASONS), count: z.number(), euros: z.number() })).nullable(),
  colleagues: z.array(colleague).nullable(),
  /** As in the stats: the first day that the figures about deals are complete from, where that is not all. */
  dealsSince: z.string().optional(),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

export const periodAnswer = z.object({
  result: z.object({ figures: periodFigures.nullable(), ageSeconds: z.number(), stopped: z.literal(true).optional() }),
});
export type PeriodAnswer = z.infer<typeof periodAnswer>;
