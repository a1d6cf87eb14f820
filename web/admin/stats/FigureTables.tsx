import type { Funnel as FunnelFigures } from '../../../bff/view-models/stats.ts';
import { FUNNEL_NAMES, PERIOD, STATS } from '../../texts/admin-stats.ts';
import { formatMoney, formatMonth, formatWhole } from '../../texts/format.ts';
import { Money } from '../../ui/Money.tsx';
import type { FigureTable } from './period-tables.ts';

/** From offered to signed, each with its share of the first, and what is open and won. */
export function Funnel({ funnel }: { funnel: FunnelFigures | null }) {
  if (!funnel) return <p className="small">{STATS.notTold}</p>;
  const first = Math.max(1, funnel.steps[0]?.count ?? 0);
  return (
    <>
      <table className="stats-table">
        <thead>
          <tr>
            <th scope="col">{STATS.step}</th>
            <th scope="col">{STATS.deals}</th>
            <th scope="col">{STATS.share}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.steps.map(({ step, count }) => (
            <tr key={step}>
              <th scope="row">
                {FUNNEL_NAMES[step]}
                <svg className="stage-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(count / first) * 100} height="4" />
                </svg>
              </th>
              <td>{formatWhole(count)}</td>
              <td>{Math.round((count / first) * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="stats-value">
        <div>
          <dt>{STATS.open}</dt>
          <dd>
            <Money value={funnel.openEuros} />
          </dd>
        </div>
        <div>
          <dt>{STATS.won}</dt>
          <dd>
            <Money value={funnel.wonEuros} />
          </dd>
        </div>
      </dl>
      <p className="small">{STATS.funnelNote}</p>
    </>
  );
}

interface FigureProps {
  table: FigureTable;
  note?: string;
  /** Takes the whole width, and scrolls in itself where that is narrow. */
  isWide?: boolean;
}

/** A sheet with a table, a note above it, and words where there is nothing to count or nothing known. */
export function Figure({ table: { title, columns, rows }, note, isWide }: FigureProps) {
  return (
    <section className={isWide ? 'admin-sheet stats-across' : 'admin-sheet'}>
      <h2>{title}</h2>
      {!rows && <p className="small">{STATS.notTold}</p>}
      {rows?.length === 0 && <p className="small">{PERIOD.none}</p>}
      {rows && rows.length > 0 && (
        <>
          {note && <p className="small">{note}</p>}
          <section className="stats-aside" tabIndex={isWide ? 0 : undefined} aria-label={title}>
            <table className="stats-table stats-figures">
              <thead>
                <tr>
                  {columns.map(({ label }) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={String(name)}>
                    <th scope="row">{shown(name ?? null, columns[0]?.kind)}</th>
                    {cells.map((cell, index) => (
                      <td key={columns[index + 1]?.label}>{shown(cell, columns[index + 1]?.kind)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </section>
  );
}

function shown(cell: string | number | null, kind: FigureTable['columns'][number]['kind'] = 'text') {
  if (cell === null) return '–';
  if (kind === 'month') return formatMonth(String(cell));
  if (typeof cell === 'string' || kind === 'text') return cell;
  if (kind === 'euros') return formatMoney(cell);
  return kind === 'share' ? `${Math.round(cell * 100)} %` : formatWhole(cell);
}
