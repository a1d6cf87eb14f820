import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LeadCard } from '../../../bff/view-models/callcenter.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { LeadCardLink } from './LeadCardLink.tsx';

/** As the style sheet has it: how much of the window the list takes; every line of a card is as high, and none wraps. */
const SHARE_OF_HEIGHT = 0.7;
const LINE_REM = 1.15;
const PADDING_REM = 0.75;

interface LeadListProps {
  leads: readonly LeadCard[];
  /** What they are filtered by. */
  filter: string;
  selectedId: string | undefined;
  brand: string;
}

/** 70 % of the viewport high; only the cards in view are in the page. Their heights follow from what is on them. */
export function LeadList({ leads, filter, selectedId, brand }: LeadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const list = useVirtualizer({
    count: leads.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (cardLines(leads[index]) * LINE_REM + PADDING_REM) * remPx,
    // The same function as long as the leads are the same: else the heights of all would be measured anew at every render.
    getItemKey: useCallback((index: number) => leads[index]?.id ?? index, [leads]),
    initialRect: { width: 0, height: window.innerHeight * SHARE_OF_HEIGHT },
  });

  const filtered = useRef(filter);
  useEffect(() => {
    // What was searched for is found from the top. Not at first: that would only make the browser lay out the page at once.
    if (filtered.current !== filter) box.current?.scrollTo(0, 0);
    filtered.current = filter;
  }, [filter]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place in the list may change without a jump.
  useEffect(() => {
    // Only when another lead is opened: a list that is refreshed does not jump.
    const index = leads.findIndex(({ id }) => id === selectedId);
    if (index >= 0) list.scrollToIndex(index, { align: 'auto' });
  }, [selectedId]);

  return (
    <div className="lead-list" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start, size }) => {
          const lead = leads[index];
          return (
            lead && (
              <li
                key={key}
                aria-setsize={leads.length}
                aria-posinset={index + 1}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <LeadCardLink lead={lead} selected={lead.id === selectedId} brand={brand} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** How many lines a card has; a line is cut off rather than broken, so that the card's height is known. */
export function cardLines(lead: LeadCard | undefined): number {
  if (!lead) return 0;
  const { message, callback, attempts, lastOutcome, heldBack, Mailing_City, Lead_Owner_Flow, openedBy } = lead;
  const lines = [message, callback, attempts > 0 || lastOutcome, heldBack, Mailing_City || Lead_Owner_Flow];
  const extra = lines.filter(Boolean).length;
  return 3 + extra + openedBy.length;
}
