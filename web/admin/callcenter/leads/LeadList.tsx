import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { cardLines } from './card-lines.ts';
import { LeadCardLink } from './LeadCardLink.tsx';

/** As the style sheet has it: every line of a card is as high, and nothing in it wraps. */
const LINE_REM = 1.15;
const PADDING_REM = 0.75;
const BEYOND_EDGE = 2;

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
    // The same function until the list changes: with another one all the places are reckoned anew, in each frame of scrolling.
    getItemKey: useCallback((index: number) => leads[index]?.id ?? index, [leads]),
    overscan: BEYOND_EDGE,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place in the list may change without a jump.
  useEffect(() => {
    // Only when another lead is opened: a list that is refreshed does not jump.
    const index = leads.findIndex(({ id }) => id === selectedId);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }, [selectedId]);

  const inView = virtual.getVirtualItems();
  return (
    <div className="lead-list" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: virtual.getTotalSize(), paddingTop: inView[0]?.start }}>
        {inView.map(({ key, index, size }) => {
          const lead = leads[index];
          return (
            lead && (
              <li key={key} aria-setsize={leads.length} aria-posinset={index + 1} style={{ height: size }}>
                <LeadCardLink lead={lead} selected={lead.id === selectedId} brand={brand} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
