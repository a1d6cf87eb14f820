import { z } from 'zod';
import { deal } from './deal.ts';
import { presentedQuote } from './quote.ts';

/** A quote with what else an edit may change of it: what the customer can do with it, its financing, an approval. */
const previewedQuote = presentedQuote.extend(
  deal.pick({ quoteArea: true, financing: true, survey1_approve_clicked: true }).shape,
);
export type PreviewedQuote = z.infer<typeof previewedQuote>;

/**
 * Answer of `POST /api/admin/callcenter/preview`, whose body is that of an edit of a quote, or of its undo: the quote as it is, and as the
 * edit would make it. Nothing is written (decision J10).
 */
export const previewAnswer = z.object({ result: z.object({ before: previewedQuote, after: previewedQuote }) });
export type PreviewAnswer = z.infer<typeof previewAnswer>;
