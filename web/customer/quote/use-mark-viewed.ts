import { type RefObject, useEffect } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath } from '../deals/deal-query.ts';
import { currentVisitor } from '../gate/visitor.ts';

const LOOKED_AFTER_MS = 2000;
const STEPS = Array.from({ length: 21 }, (_, index) => index / 20);

/** Deals that were reported as viewed since this page was loaded. */
const viewed = new Set<string>();

/** Reports that a person saw the quote: half of it in view, for two seconds, in a visible tab (decision F5). */
export function useMarkViewed(quote: RefObject<HTMLElement | null>, { id, quoteArea }: Pick<Deal, 'id' | 'quoteArea'>) {
  const worth = !['none', 'signed', 'withdrawn'].includes(quoteArea) && !currentVisitor().preview;
  useEffect(() => {
    if (!worth || !quote.current || viewed.has(id)) return;
    let timer: number | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const inView = entry !== undefined && isHalfInView(entry);
        if (inView && timer === undefined) timer = window.setTimeout(look, LOOKED_AFTER_MS);
        if (!inView) stop();
      },
      { threshold: STEPS },
    );

    function stop() {
      window.clearTimeout(timer);
      timer = undefined;
    }

    function look() {
      timer = undefined;
      if (document.visibilityState !== 'visible') timer = window.setTimeout(look, LOOKED_AFTER_MS);
      else if (!viewed.has(id)) report(id);
    }

    observer.observe(quote.current);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [id, worth, quote]);
}

/** A quote taller than the screen is in view when it fills half of the screen. */
function isHalfInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2);
}

function report(dealId: string) {
  viewed.add(dealId);
  askAsCustomer(dealApiPath(dealId, '/viewed'), { method: 'POST', body: {} }).catch(() => viewed.delete(dealId));
}
