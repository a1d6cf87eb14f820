import { z } from 'zod';
import { contact } from './contact.ts';
import { deal } from './deal.ts';
import { problem } from './problem.ts';
import { site } from './site.ts';

/**
 * The data of a personal link's first view. Without a contact the view shows the loader, or the refusal of the link.
 */
export const firstData = z.object({
  site,
  contact: contact.optional(),
  deal: deal.optional(),
  refused: problem.optional(),
});
export type FirstData = z.infer<typeof firstData>;

/** Data in the page, next to the drawn HTML, with which the browser continues. */
export interface FirstView {
  data: FirstData;
  /** The path of the view, after the routes redirected from the link. */
  path: string;
  /** The parts of the web used for drawing, by source file; each after the one that imports it. */
  parts: string[];
  /** The moment of reading, as the page writes it: the first `Intl` of a browser blocks a slow phone for 100 ms. */
  readAt: string;
}

export interface Drawn extends Omit<FirstView, 'data'> {
  html: string;
  /** The deal that the view still needs, if any. */
  missingDeal: string | undefined;
}

/** Draws a page with the built web. No state is kept between drawings. */
export type DrawFirstView = (asked: {
  path: string;
  visitor: { surveyHash: string; preview: boolean };
  data: FirstData;
}) => Drawn;
