import { type ReactNode, useEffect, useRef } from 'react';
import { SITE } from '../texts/page.ts';

let firstScreen = true;

/** A screen's heading: sets the document title, and takes the focus after navigation. */
export function ScreenHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = SITE.title(title);
    if (!firstScreen) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    firstScreen = false;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
