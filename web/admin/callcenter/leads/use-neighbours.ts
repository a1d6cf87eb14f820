import { useState } from 'react';
import { neighbourLead } from './neighbour-lead.ts';

/** The leads before and after the open one, in the list as it stood when that was opened or the filter last changed. */
export function useNeighbours(shownIds: readonly string[], openId: string | undefined, filter: string) {
  const place = `${openId} ${filter}`;
  const [opened, setOpened] = useState({ place: '', order: shownIds });
  let order = opened.order;
  if (opened.place !== place || order.length === 0) {
    order = shownIds;
    if (opened.place !== place || shownIds.length > 0) setOpened({ place, order });
  }
  return {
    next: neighbourLead(order, shownIds, openId, 1),
    previous: neighbourLead(order, shownIds, openId, -1),
  };
}
