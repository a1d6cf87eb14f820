import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { LeadCardLink } from './LeadCardLink.tsx';

const CARD_PX = 84;
const BEYOND_EDGE = 6;

interface LeadListProps {
  leads: readonly LeadCard[];
  selectedId: string | undefined;
  brand: string;
}

/** 70 % of the viewport high; only the cards in view are in the page, however many leads there are. */
export function LeadList({ leads, selectedId, brand }: LeadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: leads.length,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_PX,
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
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const lead = leads[index];
          return (
            lead && (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={leads.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
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
