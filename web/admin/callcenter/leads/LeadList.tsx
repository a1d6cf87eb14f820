import { useEffect, useMemo, useRef, useState } from 'react';
import { LEADS } from '../../../texts/admin-leads.ts';
import { LeadCardLink } from './LeadCardLink.tsx';
import type { LeadTable } from './lead-table.ts';
import { rowOf, textAt } from './text-column.ts';
import { bringIntoView, useInView } from './use-in-view.ts';

/** As the style sheet has it: how much of the window the list takes; every line of a card is as high, and none wraps. */
const SHARE_OF_HEIGHT = 0.7;
const LINE_REM = 1.15;
const PADDING_REM = 0.75;
const BEYOND_EDGE = 1;

interface LeadListProps {
  leads: LeadTable;
  /** Those of the list that are shown. */
  rows: readonly number[];
  /** What they are filtered by. */
  filter: string;
  selectedId: string | undefined;
  brand: string;
}

/**
 * 70 % of the viewport high; only the cards in view are in the page. Their heights follow from what they tell, also while
 * they pass too fast to be read.
 */
export function LeadList({ leads, rows, filter, selectedId, brand }: LeadListProps) {
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
  const { first, end, jumping } = useInView(box, edges, BEYOND_EDGE, window.innerHeight * SHARE_OF_HEIGHT);

  const filtered = useRef(filter);
  useEffect(() => {
    // What was searched for is found from the top. Not at first: that would only make the browser lay out the page at once.
    if (filtered.current !== filter) box.current?.scrollTo(0, 0);
    filtered.current = filter;
  }, [filter]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place in the list may change without a jump.
  useEffect(() => {
    // Only when another lead is opened: a list that is refreshed does not jump.
    const index = selectedId === undefined ? -1 : rows.indexOf(rowOf(leads.id, selectedId));
    if (index >= 0 && box.current) bringIntoView(box.current, edges, index);
  }, [selectedId]);

  return (
    <div className="lead-list" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: edges.at(-1), paddingTop: edges[first] }}>
        {rows.slice(first, end).map((row, index) => {
          const id = textAt(leads.id, row);
          return (
            <li
              key={id}
              aria-setsize={rows.length}
              aria-posinset={first + index + 1}
              style={{ height: heightOf(leads, row) * remPx }}
            >
              <LeadCardLink leads={leads} row={row} selected={id === selectedId} brand={brand} brief={jumping} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** In rem. */
function heightOf({ lines }: LeadTable, row: number): number {
  return (lines[row] ?? 0) * LINE_REM + PADDING_REM;
}
