import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { STATS_STAGES } from '../../../bff/view-models/choices.ts';
import type { AdminStats, WithoutPower } from '../../../bff/view-models/stats.ts';
import { ADMIN } from '../../texts/admin.ts';
import { STATS, WITHOUT_POWER_NAMES } from '../../texts/admin-stats.ts';
import { formatDay, formatTime, formatWhole } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { statsQuery } from '../ask-as-admin.ts';
import { Dots, LoadProblem, Skeleton } from '../layout/Loading.tsx';
import { AgreedCalls, CallsMade } from './DeskFigures.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { historyBars, PERIODS_KEY } from './period.ts';
import { Sheet, Table } from './Sheet.tsx';
import './stats.css';

export function StatsScreen() {
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const client = useQueryClient();
  const renew = () => {
    void refetch();
    void client.invalidateQueries({ queryKey: PERIODS_KEY });
  };
  useEffect(() => {
    document.title = ADMIN.title(STATS.title);
  }, []);
  return (
    <div className="stats stack gap-4">
      <div className="row apart">
        <h1>{STATS.title}</h1>
        {data && (
          <p className="muted" role="status">
            {STATS.age(formatTime(data.at))}
          </p>
        )}
        <Button variant="quiet" busy={isFetching} onClick={renew}>
          {isFetching ? STATS.reloading : STATS.reload}
        </Button>
      </div>
      {data?.stopped && (
        <Notice tone="warning">
          <p>{STATS.stopped}</p>
        </Notice>
      )}
      {error && <LoadProblem error={error} what={data ? STATS.stale : STATS.failed} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="sheet stack">
          <Dots />
          <Skeleton lines={12} />
        </div>
      )}
      {data && (
        <div className="stats-parts stack gap-4">
          <Sheet title={STATS.calls}>
            <CallsMade calls={data.stats.calls} />
          </Sheet>
          <Sheet title={STATS.agreed}>
            <AgreedCalls agreed={data.stats.calls?.agreed ?? null} />
          </Sheet>
          <PeriodFigures />
          <StagePower
            deals={data.stats.unknown?.includes('deals') ? null : data.stats.deals}
            since={data.stats.dealsSince}
          />
          <Sheet title={STATS.customers} isWide>
            {data.stats.unknown?.includes('customers') ? (
              <p className="small">{STATS.notTold}</p>
            ) : (
              <>
                <p className="small">{STATS.since(formatDay(data.stats.customersSince))}</p>
                <HistoryChart customers={data.stats.customers} />
                <CustomerHistory customers={data.stats.customers} />
              </>
            )}
          </Sheet>
        </div>
      )}
    </div>
  );
}

/** Per date "+ N registered", which counts contacts and leads, and "+ N Contacts" (§2.9); newest first. */
function CustomerHistory({ customers }: { customers: AdminStats['customers'] }) {
  if (customers.length === 0) return <p>{STATS.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="stats-scroll" tabIndex={0} aria-label={STATS.customers}>
      <Table
        isText
        columns={[STATS.date, STATS.registered, STATS.contacts]}
        rows={customers.map(({ date, contactCount, leadCount }) => ({
          name: formatDay(date),
          cells: [STATS.registeredOn(contactCount + leadCount), STATS.contactsOn(contactCount)],
        }))}
      />
    </section>
  );
}

const CHART_DAYS = 30;

/** One bar per day: contacts below, leads on top. The table beside it has the same figures. */
function HistoryChart({ customers }: { customers: AdminStats['customers'] }) {
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = customers.length === 0;
  useEffect(() => {
    const element = box.current;
    if (!element || isEmpty) return;
    let gone = false;
    let remove = () => {};
    // Lazy-loaded: only this chart needs the package.
    void import('./draw-history.ts').then(({ drawHistory }) => {
      if (!gone) remove = drawHistory(element, historyBars(customers, CHART_DAYS));
    });
    return () => {
      gone = true;
      remove();
    };
  }, [customers, isEmpty]);
  if (isEmpty) return null;
  return (
    <figure className="chart">
      <div ref={box} className="chart-canvas" role="img" aria-label={STATS.chart(CHART_DAYS)} />
      <figcaption className="small row apart">
        <span className="chart-key">{STATS.contacts}</span>
        <span className="chart-key chart-key-leads">{STATS.keyLeads}</span>
        <span className="chart-span">{STATS.span(CHART_DAYS)}</span>
      </figcaption>
    </figure>
  );
}

interface StagePowerProps {
  /** Null if the CRM did not deliver them. */
  deals: AdminStats['deals'] | null;
  /** The first day with complete figures, while older deals are still being read. */
  since: string | undefined;
}

function StagePower({ deals, since }: StagePowerProps) {
  return (
    <Sheet title={STATS.power} isWide>
      {since && <p className="small">{STATS.dealsSince(formatDay(since))}</p>}
      {deals && <PowerTable deals={deals} />}
      {deals ? <PowerUnknown deals={deals} /> : <p className="small">{STATS.notTold}</p>}
    </Sheet>
  );
}

function PowerTable({ deals }: { deals: AdminStats['deals'] }) {
  const most = Math.max(1, ...STATS_STAGES.map((stage) => deals[stage].kw));
  return (
    <Table
      columns={[STATS.stage, STATS.kw, STATS.kwh, STATS.deals]}
      rows={STATS_STAGES.map((stage) => ({
        name: stage,
        bar: deals[stage].kw / most,
        cells: [
          <span key="kw" className="strong">
            {STATS.kwAmount(formatWhole(deals[stage].kw))}
          </span>,
          formatWhole(deals[stage].kwh),
          formatWhole(deals[stage].count),
        ],
      }))}
    />
  );
}

const WITHOUT_POWER = Object.keys(WITHOUT_POWER_NAMES) as WithoutPower[];

/** Deals of unknown power: to be measured, quoted by hand, or without a size. */
function PowerUnknown({ deals }: { deals: AdminStats['deals'] }) {
  const told = STATS_STAGES.flatMap((stage) => {
    const whys = WITHOUT_POWER.flatMap((why) => {
      const count = deals[stage].without[why] ?? 0;
      return count > 0 ? WITHOUT_POWER_NAMES[why](count) : [];
    });
    return whys.length > 0 ? `${stage}: ${whys.join(', ')}` : [];
  });
  if (told.length === 0) return null;
  return (
    <>
      <p className="small">{STATS.powerWithout}</p>
      <ul className="small">
        {told.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}
