import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PeriodFigures as Figures, Funnel as FunnelFigures } from '../../../bff/view-models/stats.ts';
import { saveFile } from '../../device/received-file.ts';
import { FUNNEL_NAMES, PERIOD, PERIOD_NAMES, STATS } from '../../texts/admin-stats.ts';
import { formatDay, formatMoney, formatMonth, formatWhole } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Money } from '../../ui/Money.tsx';
import { Select } from '../../ui/Select.tsx';
import { Facts } from '../layout/Facts.tsx';
import { LoadProblem, Skeleton } from '../layout/Loading.tsx';
import { csvOf, type FigureTable, type Period, periodNamed, periodQuery, periodTables } from './period.ts';
import { Sheet, Table } from './Sheet.tsx';

type Name = keyof typeof PERIOD_NAMES;
const NAMES = Object.entries(PERIOD_NAMES).map(([value, label]) => ({ value, label }));

/** A manager's figures for a period: how offers ended, who called, where customers came from, why deals were lost. */
export function PeriodFigures() {
  const [name, setName] = useState<Name>('year');
  const [period, setPeriod] = useState<Period>(() => periodNamed('year', Date.now()));
  const isWhole = period.from !== '' && period.to !== '';
  const isBackwards = isWhole && period.to < period.from;
  const asked = useQuery({
    ...periodQuery(period),
    enabled: isWhole && !isBackwards,
    placeholderData: keepPreviousData,
  });
  const choose = (chosen: string) => {
    setName(chosen as Name);
    if (chosen !== 'own') setPeriod(periodNamed(chosen as Exclude<Name, 'own'>, Date.now()));
  };
  const setDay = (day: Partial<Period>) => {
    setName('own');
    setPeriod({ ...period, ...day });
  };
  const figures = asked.data?.figures;
  return (
    <section className="stats-period stack gap-4" aria-label={PERIOD.title}>
      <div className="sheet stack stats-across">
        <h2>{PERIOD.title}</h2>
        <div className="stats-choice row gap-3">
          <Select label={PERIOD.choose} value={name} options={NAMES} onChange={choose} />
          <Field
            label={PERIOD.from}
            type="date"
            value={period.from}
            onChange={(event) => setDay({ from: event.target.value })}
          />
          <Field
            label={PERIOD.to}
            type="date"
            value={period.to}
            error={isBackwards ? PERIOD.endsBefore : isWhole ? undefined : PERIOD.incomplete}
            onChange={(event) => setDay({ to: event.target.value })}
          />
          <Button
            variant="quiet"
            busy={!figures || asked.isPlaceholderData}
            onClick={() => figures && saveFigures(figures)}
          >
            {PERIOD.csv}
          </Button>
        </div>
        {asked.data?.stopped && <p>{STATS.stopped}</p>}
        {asked.error && <LoadProblem error={asked.error} what={PERIOD.failed} onRetry={() => void asked.refetch()} />}
        {figures?.dealsSince && <p>{STATS.dealsSince(formatDay(figures.dealsSince))}</p>}
        {asked.isPending && !isBackwards && isWhole && <Skeleton lines={6} />}
      </div>
      {figures && <Parts figures={figures} />}
    </section>
  );
}

function Parts({ figures }: { figures: Figures }) {
  const tables = periodTables(figures);
  return (
    <>
      <Sheet title={STATS.funnel}>
        <Funnel funnel={figures.funnel} />
      </Sheet>
      <Figure table={tables.losses} note={PERIOD.lossesNote} />
      <Figure table={tables.months} note={PERIOD.monthsNote} isWide />
      <Figure table={tables.colleagues} note={PERIOD.colleaguesNote} isWide />
      <Figure table={tables.sources} isWide />
    </>
  );
}

function saveFigures(figures: Figures) {
  const { from, to } = figures;
  const csv = csvOf(PERIOD.fileTitle(from, to), Object.values(periodTables(figures)));
  saveFile({ name: `${PERIOD.fileTitle(from, to)}.csv`, content: new Blob([csv], { type: 'text/csv;charset=utf-8' }) });
}

/** The steps from offered to signed, each with its share of the first step; then the open and won value. */
function Funnel({ funnel }: { funnel: FunnelFigures | null }) {
  if (!funnel) return <p className="small">{STATS.notTold}</p>;
  const first = Math.max(1, funnel.steps[0]?.count ?? 0);
  return (
    <>
      <Table
        columns={[STATS.step, STATS.deals, STATS.share]}
        rows={funnel.steps.map(({ step, count }) => ({
          name: FUNNEL_NAMES[step],
          bar: count / first,
          cells: [formatWhole(count), `${Math.round((count / first) * 100)} %`],
        }))}
      />
      <Facts
        className="stats-value pairs stack gap-1"
        rows={[
          { name: STATS.open, value: <Money value={funnel.openEuros} /> },
          { name: STATS.won, value: <Money value={funnel.wonEuros} /> },
        ]}
      />
      <p className="small">{STATS.funnelNote}</p>
    </>
  );
}

interface FigureProps {
  table: FigureTable;
  note?: string;
  /** Takes the full width and scrolls horizontally on narrow screens. */
  isWide?: boolean;
}

/** A section with a table, a note above it, and a text if there is nothing to count or the figures are unknown. */
function Figure({ table: { title, columns, rows }, note, isWide = false }: FigureProps) {
  return (
    <Sheet title={title} isWide={isWide}>
      {!rows && <p className="small">{STATS.notTold}</p>}
      {rows?.length === 0 && <p className="small">{PERIOD.none}</p>}
      {rows && rows.length > 0 && (
        <>
          {note && <p className="small">{note}</p>}
          <section className="stats-aside" tabIndex={isWide ? 0 : undefined} aria-label={title}>
            <Table
              columns={columns.map(({ label }) => label)}
              rows={rows.map(([name = null, ...cells]) => ({
                name: String(shown(name, columns[0]?.kind)),
                cells: cells.map((cell, index) => shown(cell, columns[index + 1]?.kind)),
              }))}
            />
          </section>
        </>
      )}
    </Sheet>
  );
}

function shown(cell: string | number | null, kind: FigureTable['columns'][number]['kind'] = 'text') {
  if (cell === null) return '–';
  if (kind === 'month') return formatMonth(String(cell));
  if (typeof cell === 'string' || kind === 'text') return cell;
  if (kind === 'euros') return formatMoney(cell);
  return kind === 'share' ? `${Math.round(cell * 100)} %` : formatWhole(cell);
}
