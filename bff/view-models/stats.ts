import { z } from 'zod';
import { CALL_OUTCOMES, NO_OUTCOMES } from './call-outcomes.ts';
import type { STATS_STAGES } from './choices.ts';
import { owner } from './colleagues.ts';

export type StatsStage = (typeof STATS_STAGES)[number];

/** Why a deal adds no kW to its stage: it needs measuring (L, XL), is a manual quote, or has no size. */
const WITHOUT_POWER = ['L', 'XL', 'manual', 'unsized'] as const;
export type WithoutPower = (typeof WITHOUT_POWER)[number];

/**
 * `kw` is the power of the batteries in the deals of a stage, `kwh` their capacity, `count` the number of deals, and
 * `without` the number of deals that have neither power nor capacity.
 */
const stageTotal = z.object({
  kw: z.number(),
  kwh: z.number(),
  count: z.number(),
  without: z.partialRecord(z.enum(WITHOUT_POWER), z.number()),
});
export type StageTotal = z.infer<typeof stageTotal>;

/** The progress of deals: each step includes those that got further. */
export const FUNNEL_STEPS = ['offered', 'viewed', 'approved', 'signed'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/**
 * The number of deals that reached each step. `openEuros` is the value of the deals that can still be won, `wonEuros`
 * that of the won deals that are not withdrawn. A lost, declined or withdrawn offer still counts as offered, so that a
 * lost offer raises no ratio.
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

/** `name` is null for calls that anybody may make. */
const agreedCalls = z.object({ name: z.string().nullable(), overdue: z.number(), today: z.number() });
export type AgreedCalls = z.infer<typeof agreedCalls>;

/** The stats of §3 under its names. */
export const adminStats = z.object({
  /** Figures that the CRM refused: they are empty or 0, and mean nothing. Other refused figures are null. */
  unknown: z.array(z.enum(['customers', 'deals', 'prices'])).optional(),
  /** Newest day first, empty days left out. Registered is contactCount + leadCount; a lead has no deal yet. */
  customers: z.array(z.object({ date: z.string(), contactCount: z.number(), leadCount: z.number() })),
  /** The first day (`yyyy-MM-dd`) from which `customers` is complete. */
  customersSince: z.string(),
  deals: z.object({
    'Available For Customer': stageTotal,
    Viewed: stageTotal,
    'Closed Won': stageTotal,
  }),
  /** For all deals; null if the CRM refused. */
  funnel: funnel.nullable(),
  /** Until all deals have been read: figures are valid for deals since this day (`yyyy-MM-dd`). */
  dealsSince: z.string().optional(),
  /**
   * Calls made today and since Monday, and scheduled calls that are overdue or for today; null if the CRM refused.
   * `since`: the time from which they are counted, if there were more than the CRM returns at once.
   */
  calls: z.object({ today: calls, week: calls, agreed: z.array(agreedCalls), since: z.string().optional() }).nullable(),
  contactOwners: z.array(owner),
  saltion_MODULE_PRICE: z.array(z.object({ num_modules: z.number(), kwh: z.number() })),
  saltion_INVERTER_PRICES: z.array(z.object({ kw: z.number() })),
  ALLOWED_BATTERY_KWH: z.array(z.number()),
});
export type AdminStats = z.infer<typeof adminStats>;

/** Answer of `GET /api/admin/stats`. Figures may be a few minutes old; `ageSeconds` is their age. */
export const statsAnswer = z.object({
  result: z.object({
    stats: adminStats,
    ageSeconds: z.number(),
    /** Too few daily CRM credits are left for a refresh. */
    stopped: z.literal(true).optional(),
  }),
});
export type StatsAnswer = z.infer<typeof statsAnswer>;

/** Parameter of both calls: with `fresh=1` older figures than of the last minute are not an answer. */
export const statsAsk = z.object({ fresh: z.string().optional() });

/**
 * Parameters of `GET /api/admin/stats/period`: offers created, and calls, from one day to another, inclusive
 * (`yyyy-MM-dd`).
 */
export const periodAsk = z.strictObject({ ...statsAsk.shape, from: z.iso.date(), to: z.iso.date() });

/** Why a deal was lost; `unrecorded` if the CRM closed it without a call that gives a reason. */
export const LOSS_REASONS = [...NO_OUTCOMES, 'declined', 'withdrawn', 'unrecorded'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** Offers, each counted in one of the columns after the first; `closed` were won in the CRM without a signature. */
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
  /**
   * Null for the API user, who has the calls without a known colleague, and the scheduled calls that anybody may make.
   */
  name: z.string().nullable(),
  calls: z.number(),
  byOutcome: z.partialRecord(z.enum([...CALL_OUTCOMES, 'other']), z.number()),
  /** The colleague's overdue scheduled calls, whatever the period; null if the CRM refused. */
  overdue: z.number().nullable(),
});
export type ColleagueFigures = z.infer<typeof colleague>;

/**
 * The figures of a period. A deal counts in the month of its creation in the CRM, which stores no date of the offer.
 */
const periodFigures = z.object({
  from: z.string(),
  to: z.string(),
  /** Each of these five figures is null if the CRM refused it. */
  funnel: funnel.nullable(),
  months: z.array(cohort.extend({ month: z.string() })).nullable(),
  /** By `Lead_Owner_Flow`; `deals` includes those without an offer. */
  sources: z.array(cohort.extend({ source: z.string().nullable(), deals: z.number() })).nullable(),
  losses: z.array(z.object({ reason: z.enum(LOSS_REASONS), count: z.number(), euros: z.number() })).nullable(),
  colleagues: z.array(colleague).nullable(),
  /**
   * The first day from which the figures about deals are complete, as in the stats. Missing if they cover all deals.
   */
  dealsSince: z.string().optional(),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

export const periodAnswer = z.object({
  result: z.object({ figures: periodFigures.nullable(), ageSeconds: z.number(), stopped: z.literal(true).optional() }),
});
export type PeriodAnswer = z.infer<typeof periodAnswer>;
