import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { historyBars } from './history-bars.ts';

const DAYS = 30;
const HEIGHT = 100;
const STEP = 12;
const WIDTH = 8;

/** A bar per day: contacts below, leads on top. The table beside it has the same figures. */
export function HistoryChart({ customers }: { customers: AdminStats['customers'] }) {
  const bars = historyBars(customers, DAYS);
  if (bars.length === 0) return null;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${DAYS * STEP} ${HEIGHT + 2}`} role="img" aria-label={STATS.chart(DAYS)}>
        {bars.map(({ date, contacts, leads }, index) => (
          <g key={date}>
            <rect
              className="chart-contacts"
              x={index * STEP}
              y={HEIGHT - contacts * HEIGHT}
              width={WIDTH}
              height={contacts * HEIGHT}
            />
            <rect
              className="chart-leads"
              x={index * STEP}
              y={HEIGHT - (contacts + leads) * HEIGHT}
              width={WIDTH}
              height={leads * HEIGHT}
            />
          </g>
        ))}
        <path className="chart-ground" d={`M0 ${HEIGHT + 1}H${DAYS * STEP - STEP + WIDTH}`} />
      </svg>
      <figcaption>
        <span className="chart-key chart-key-contacts">{STATS.keyContacts}</span>
        <span className="chart-key chart-key-leads">{STATS.keyLeads}</span>
        <span className="chart-span">{STATS.span(DAYS)}</span>
      </figcaption>
    </figure>
  );
}
