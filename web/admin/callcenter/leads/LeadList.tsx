import { useEffect, useMemo, useRef, useState } from 'react';
import type { LeadColumns } from '../../../../bff/view-models/callcenter.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { cardLines } from './card-lines.ts';
import { LeadCardLink } from './LeadCardLink.tsx';
import { bringIntoView, useInView } from './use-in-view.ts';

/** As the style sheet has it: every line of a card is as high, and nothing in it wraps. */
const LINE_REM = 1.15;
const PADDING_REM = 0.75;
const BEYOND_EDGE = 1;

interface LeadListProps {
  leads: LeadColumns;
  /** Those of the list that are shown. */
  rows: readonly number[];
  selectedId: string | undefined;
  brand: string;
}

/** 70 % of the viewport high; only the cards in view are in the page. Their heights follow from what they tell. */
export function LeadList({ leads, rows, selectedId, brand }: LeadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const edges = useMemo(() => {
    const edges = new Float64Array(rows.length + 1);
    let edge = 0;
    rows.forEach((row, index) => {
      edge += heightOf(leads, row) * remPx;
      edges[index + 1] = edge;
    });
    return edges;
  }, [leads, rows, remPx]);
  const { first, end } = useInView(box, edges, BEYOND_EDGE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place in the list may change without a jump.
  useEffect(() => {
    // Only when another lead is opened: a list that is refreshed does not jump.
    const index = rows.findIndex((row) => leads.id[row] === selectedId);
    if (index >= 0 && box.current) bringIntoView(box.current, edges, index);
  }, [selectedId]);

  return (
    <div className="lead-list" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: edges.at(-1), paddingTop: edges[first] }}>
        {rows.slice(first, end).map((row, index) => (
          <li
            key={leads.id[row]}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
            style={{ height: heightOf(leads, row) * remPx }}
          >
            <LeadCardLink leads={leads} row={row} selected={leads.id[row] === selectedId} brand={brand} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In rem. */
function heightOf(leads: LeadColumns, row: number): number {
  return cardLines(leads, row) * LINE_REM + PADDING_REM;
}
