import { useState } from 'react';
import type { LeadOrder } from './lead-order.ts';
import { neighbourLead } from './neighbour-lead.ts';

/** The leads before and after the open one, in the list as it stood when that was opened or the filter last changed. */
export function useNeighbours(shown: LeadOrder, openId: string | undefined, filter: string) {
  const place = `${openId} ${filter}`;
  const [opened, setOpened] = useState({ place: '', order: shown });
  let { order } = opened;
  if (opened.place !== place || order.first === undefined) {
    order = shown;
    if (opened.place !== place || shown.first !== undefined) setOpened({ place, order });
  }
  // As `neighbourLead` has it, without the ids of the whole list.
  if (openId === undefined) return { next: shown.first, previous: shown.first };
  return {
    next: neighbourLead(order.ids(), shown.ids(), openId, 1),
    previous: neighbourLead(order.ids(), shown.ids(), openId, -1),
  };
}
