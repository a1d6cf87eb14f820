import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatShortDay, formatWhole } from '../../texts/format.ts';

const HEIGHT = 180;

/** Draws the bars at the width of their box, and again when the width or the theme changes. Returns the cleanup. */
export function drawHistory(box: HTMLElement, bars: AdminStats['customers']): () => void {
  const style = getComputedStyle(box);
  // Read at every draw: the theme may have changed.
  const colour = (name: string) => () => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--ink-soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  const bar = UPlot.paths.bars?.({ size: [0.7] });
  const series = (label: string, fill: () => string) => ({
    label,
    fill,
    stroke: fill,
    points: { show: false },
    ...(bar && { paths: bar }),
  });
  const chart = new UPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      scales: { x: { time: false }, y: { range: (_chart, _min, max) => [0, Math.max(1, max)] } },
      axes: [
        { ...axis, values: (_chart, places) => places.map((place) => dayAt(bars, place)), space: 60 },
        {
          ...axis,
          values: (_chart, values) => values.map((value) => (Number.isInteger(value) ? formatWhole(value) : '')),
        },
      ],
      // The back series comes first: everybody who registered, then the contacts among them.
      series: [{}, series(STATS.keyLeads, colour('--sodium')), series(STATS.contacts, colour('--cobalt'))],
    },
    [
      bars.map((_, index) => index),
      bars.map(({ contactCount, leadCount }) => contactCount + leadCount),
      bars.map(({ contactCount }) => contactCount),
    ],
    box,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }));
  resized.observe(box);
  const themed = new MutationObserver(() => chart.redraw());
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    resized.disconnect();
    themed.disconnect();
    chart.destroy();
  };
}

function dayAt(bars: AdminStats['customers'], place: number): string {
  const day = bars[place]?.date;
  return day === undefined ? '' : formatShortDay(day);
}
