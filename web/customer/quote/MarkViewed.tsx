import { type RefObject, useEffect } from 'react';
import { dealApiPath } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';

const LOOKED_AFTER_MS = 2000;
const IN_VIEW_STEPS = Array.from({ length: 21 }, (_, index) => index / 20);

/** Deals reported as viewed since this page loaded. */
const viewed = new Set<string>();

interface MarkViewedProps {
  quote: RefObject<HTMLElement | null>;
  dealId: string;
}

/** Reports that a person saw the quote: half of it in view for two seconds in a visible tab (decision F5). */
export function MarkViewed({ quote, dealId: id }: MarkViewedProps) {
  useEffect(() => {
    if (!quote.current || viewed.has(id)) return;
    let timer: number | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const inView = entry !== undefined && isHalfInView(entry);
        if (inView && timer === undefined) timer = window.setTimeout(look, LOOKED_AFTER_MS);
        if (!inView) stop();
      },
      { threshold: IN_VIEW_STEPS },
    );

    function stop() {
      window.clearTimeout(timer);
      timer = undefined;
    }

    function look() {
      timer = undefined;
      if (document.visibilityState !== 'visible') timer = window.setTimeout(look, LOOKED_AFTER_MS);
      else if (!viewed.has(id)) reportViewed(id);
    }

    observer.observe(quote.current);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [id, quote]);
  return null;
}

/** A quote taller than the screen counts when it fills half the screen. */
function isHalfInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2);
}

function reportViewed(dealId: string) {
  viewed.add(dealId);
  askAsCustomer(dealApiPath(dealId, '/viewed'), { method: 'POST', body: {} }).catch(() => viewed.delete(dealId));
}
