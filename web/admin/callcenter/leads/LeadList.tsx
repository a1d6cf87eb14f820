import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { cardLines } from './card-lines.ts';
import { LeadCardLink } from './LeadCardLink.tsx';

/** As the style sheet has it: every line of a card is as high, and nothing in it wraps. */
const LINE_REM = 1.15;
const PADDING_REM = 0.75;
const BEYOND_EDGE = 6;

interface LeadListProps {
  leads: readonly LeadCard[];
  selectedId: string | undefined;
  brand: string;
}

/**
 * 70 % of the viewport high; only the cards in view are in the page. Their heights follow from what they tell: measuring
 * each as it comes into view would place all the others anew.
 */
export function LeadList({ leads, selectedId, brand }: LeadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const virtual = useVirtualizer({
    count: leads.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const lead = leads[index];
      return lead ? (cardLines(lead) * LINE_REM + PADDING_REM) * remPx : 0;
    },
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: BEYOND_EDGE,
  });
  const selectedIndex = leads.findIndex((lead) => lead.id === selectedId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place in the list may change without a jump.
  useEffect(() => {
    // Only when another lead is opened: a list that is refreshed does not jump.
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedId]);

  return (
    <div className="lead-list" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
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
