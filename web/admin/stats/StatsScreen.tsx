import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ADMIN } from '../../texts/admin.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatDay, formatTime } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Dots, Skeleton } from '../layout/Loading.tsx';
import { LoadProblem } from '../layout/LoadProblem.tsx';
import { CustomerHistory } from './CustomerHistory.tsx';
import { AgreedCalls, CallsMade } from './DeskFigures.tsx';
import { HistoryChart } from './HistoryChart.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { PERIODS_KEY } from './period.ts';
import { StagePower } from './StagePower.tsx';
import { statsQuery } from './stats-query.ts';
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
    <div className="stats">
      <div className="stats-head">
        <h1>{STATS.title}</h1>
        {data && (
          <p className="stats-age" role="status">
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
        <div className="admin-sheet">
          <Dots />
          <Skeleton lines={12} />
        </div>
      )}
      {data && (
        <div className="stats-parts">
          <section className="admin-sheet">
            <h2>{STATS.calls}</h2>
            <CallsMade calls={data.stats.calls} />
          </section>
          <section className="admin-sheet">
            <h2>{STATS.agreed}</h2>
            <AgreedCalls agreed={data.stats.calls?.agreed ?? null} />
          </section>
          <PeriodFigures />
          <StagePower
            deals={data.stats.unknown?.includes('deals') ? null : data.stats.deals}
            since={data.stats.dealsSince}
          />
          <section className="admin-sheet stats-across">
            <h2>{STATS.customers}</h2>
            {data.stats.unknown?.includes('customers') ? (
              <p className="small">{STATS.notTold}</p>
            ) : (
              <>
                <p className="small">{STATS.since(formatDay(data.stats.customersSince))}</p>
                <HistoryChart customers={data.stats.customers} />
                <CustomerHistory customers={data.stats.customers} />
              </>
            )}
          </section>
        </div>
      )}
    </div>
  );
}
