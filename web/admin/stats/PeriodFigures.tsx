import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PeriodFigures as Figures } from '../../../bff/view-models/stats.ts';
import { saveFile } from '../../device/save-file.ts';
import { PERIOD, PERIOD_NAMES, STATS } from '../../texts/admin-stats.ts';
import { formatDay } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../layout/Loading.tsx';
import { LoadProblem } from '../layout/LoadProblem.tsx';
import { Figure, Funnel } from './FigureTables.tsx';
import { type Period, periodNamed, periodQuery } from './period.ts';
import { csvOf, periodTables } from './period-tables.ts';

type Name = keyof typeof PERIOD_NAMES;
const NAMES = Object.entries(PERIOD_NAMES).map(([value, label]) => ({ value, label }));

/** What a manager asks: how offers of a period ended, who called, where customers came from, why deals were lost. */
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
    <section className="stats-period" aria-label={PERIOD.title}>
      <div className="admin-sheet stats-across">
        <h2>{PERIOD.title}</h2>
        <div className="stats-choice">
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
      <section className="admin-sheet">
        <h2>{STATS.funnel}</h2>
        <Funnel funnel={figures.funnel} />
      </section>
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
