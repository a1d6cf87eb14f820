import { useEffect, useRef } from 'react';
import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { historyBars } from './history-bars.ts';

const DAYS = 30;

/** A bar a day: contacts below, leads on top, with an axis and values. The table beside it says the same in figures. */
export function HistoryChart({ customers }: { customers: AdminStats['customers'] }) {
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = customers.length === 0;
  useEffect(() => {
    const element = box.current;
    if (!element || isEmpty) return;
    let gone = false;
    let remove = () => {};
    // Drawn with a package that nobody else on the site has to load.
    void import('./draw-history.ts').then(({ drawHistory }) => {
      if (!gone) remove = drawHistory(element, historyBars(customers, DAYS));
    });
    return () => {
      gone = true;
      remove();
    };
  }, [customers, isEmpty]);
  if (isEmpty) return null;
  return (
    <figure className="chart">
      <div ref={box} className="chart-canvas" role="img" aria-label={STATS.chart(DAYS)} />
      <figcaption>
        <span className="chart-key chart-key-contacts">{STATS.keyContacts}</span>
        <span className="chart-key chart-key-leads">{STATS.keyLeads}</span>
        <span className="chart-span">{STATS.span(DAYS)}</span>
      </figcaption>
    </figure>
  );
}
