import { AVAILABLE_FOR_CUSTOMER, type StageKind, VIEWED } from '../crm/stages.ts';
import { dayOf } from '../crm/texts/moments-and-euros.ts';
import {
  type Cohort,
  FUNNEL_STEPS,
  type Funnel,
  type FunnelStep,
  LOSS_REASONS,
  type LossReason,
  type PeriodFigures,
} from '../view-models/stats.ts';
import type { StatsDeal } from './all-deals.ts';

/** The final state of a deal; `closed` was won in the CRM without a signature. */
type End = Exclude<keyof Cohort, 'offered' | 'wonEuros'>;

export interface JudgedDeal extends StatsDeal {
  kind: StageKind;
  end: End;
  isOffered: boolean;
  /** The day of creation in Amsterdam; empty if the CRM does not have it. */
  day: string;
}

interface Judge {
  stages: { kindOf(stage: string | null): StageKind };
  /** A note alone proves a withdrawal too (decision J4). */
  noted: { isProven(dealId: string): boolean };
}

export function judged(deals: readonly StatsDeal[], { stages, noted }: Judge): JudgedDeal[] {
  return deals.map((deal) => {
    const kind = stages.kindOf(deal.Stage);
    const isWithdrawn = deal.isSigned && (deal.portal_withdrawn_at !== null || noted.isProven(deal.id));
    return {
      ...deal,
      kind,
      end: isWithdrawn ? 'withdrawn' : deal.isSigned ? 'signed' : endOfUnsigned(deal, kind),
      isOffered: isOffered(deal, kind),
      day: deal.Created_Time === null ? '' : dayOf(Date.parse(deal.Created_Time)),
    };
  });
}

/** A declined offer has left the queue; agreeing later brings it back. */
function endOfUnsigned(deal: StatsDeal, kind: StageKind): End {
  if (kind === 'won') return 'closed';
  return kind === 'lost' || deal.portal_declined_at !== null ? 'lost' : 'open';
}

/**
 * Whether the deal ever was an offer: it was released, its customer acted on it, or its stage proves it. A lost deal no
 * longer shows its earlier stage.
 */
function isOffered(deal: StatsDeal, kind: StageKind): boolean {
  const isReleased =
    deal.survey1_client_visible === true || deal.Stage === AVAILABLE_FOR_CUSTOMER || deal.Stage === VIEWED;
  return isReleased || deal.isSigned || deal.portal_declined_at !== null || kind === 'won';
}

/** Deals created from one day to another, inclusive. */
export function madeBetween(deals: readonly JudgedDeal[], from: string, to: string): JudgedDeal[] {
  return deals.filter(({ day }) => day >= from && day <= to);
}

const isApproved = (deal: JudgedDeal) => deal.isSigned || deal.kind === 'won' || deal.survey1_approve_clicked === true;

/** Each step includes deals that got further; a withdrawn order counts as approved. */
const REACHED: Record<FunnelStep, (deal: JudgedDeal) => boolean> = {
  offered: () => true,
  viewed: (deal) => deal.Stage === VIEWED || deal.portal_declined_at !== null || isApproved(deal),
  approved: isApproved,
  signed: ({ end }) => end === 'signed',
};

export function funnelOf(deals: readonly JudgedDeal[]): Funnel {
  const offers = deals.filter((deal) => deal.isOffered);
  return {
    steps: FUNNEL_STEPS.map((step) => ({ step, count: offers.filter(REACHED[step]).length })),
    openEuros: eurosOf(deals.filter(({ end }) => end === 'open')),
    wonEuros: eurosOf(deals.filter(isWon)),
  };
}

const isWon = ({ end }: JudgedDeal) => end === 'signed' || end === 'closed';

/** By month of creation, newest first. */
export function monthsOf(deals: readonly JudgedDeal[]): NonNullable<PeriodFigures['months']> {
  const months = Map.groupBy(
    deals.filter((deal) => deal.isOffered && deal.day !== ''),
    ({ day }) => day.slice(0, 7),
  );
  return [...months].map(([month, of]) => ({ month, ...cohortOf(of) })).sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** By the origin of their customers, most deals first. */
export function sourcesOf(deals: readonly JudgedDeal[]): NonNullable<PeriodFigures['sources']> {
  const sources = Map.groupBy(deals, (deal) => deal['Contact_Name.Lead_Owner_Flow']?.trim() || null);
  return [...sources]
    .map(([source, of]) => ({ source, deals: of.length, ...cohortOf(of.filter((deal) => deal.isOffered)) }))
    .sort((a, b) => b.deals - a.deals || b.wonEuros - a.wonEuros);
}

function cohortOf(offers: readonly JudgedDeal[]): Cohort {
  const ended = (wanted: End) => offers.filter(({ end }) => end === wanted).length;
  return {
    offered: offers.length,
    open: ended('open'),
    signed: ended('signed'),
    closed: ended('closed'),
    lost: ended('lost'),
    withdrawn: ended('withdrawn'),
    wonEuros: eurosOf(offers.filter(isWon)),
  };
}

/**
 * The reasons why deals were lost, with or without an offer. `said` has, for each deal, the reason in its last call.
 */
export function lossesOf(
  deals: readonly JudgedDeal[],
  said: ReadonlyMap<string, LossReason>,
): NonNullable<PeriodFigures['losses']> {
  const lost = deals.filter(({ end }) => end === 'lost' || end === 'withdrawn');
  const byReason = Map.groupBy(lost, (deal): LossReason => {
    if (deal.end === 'withdrawn') return 'withdrawn';
    // If the customer declined online, and the desk closed the deal later, the customer's own reason counts.
    return deal.portal_declined_at !== null ? 'declined' : (said.get(deal.id) ?? 'unrecorded');
  });
  return LOSS_REASONS.flatMap((reason) => {
    const of = byReason.get(reason) ?? [];
    return of.length === 0 ? [] : [{ reason, count: of.length, euros: eurosOf(of) }];
  }).sort((a, b) => b.count - a.count);
}

function eurosOf(deals: readonly JudgedDeal[]): number {
  return deals.reduce((cents, { Amount }) => cents + Math.round((Amount ?? 0) * 100), 0) / 100;
}
