import { z } from 'zod';
import { contact } from './contact.ts';
import { deal } from './deal.ts';
import { problem } from './problem.ts';
import { site } from './site.ts';

/** What the first view of a personal link is drawn from; without a contact it is the loader, or the refusal of the link. */
export const firstData = z.object({
  site,
  contact: contact.optional(),
  deal: deal.optional(),
  refused: problem.optional(),
});
export type FirstData = z.infer<typeof firstData>;

/** In the page, beside the drawn HTML: what the browser goes on with. */
export interface FirstView {
  data: FirstData;
  /** The address of the view: where the routes led from the link. */
  path: string;
  /** The parts of the web that it is drawn with, by their source files; each after the one that leads to it. */
  parts: string[];
}

export interface Drawn extends Omit<FirstView, 'data'> {
  html: string;
  /** The deal that the view waits for, if it waits for one. */
  missingDeal: string | undefined;
}

/** What the built web draws a page with. Nothing outlives one drawing. */
export type DrawFirstView = (asked: {
  path: string;
  visitor: { surveyHash: string; preview: boolean };
  data: FirstData;
}) => Drawn;
