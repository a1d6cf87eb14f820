import { z } from 'zod';

/** Control characters and separators of lines or paragraphs: in a note, they could make somebody's name a line of ours. */
const ONE_LINE = /^(?:\t|[^\p{Cc}\p{Zl}\p{Zp}])*$/u;

/** Text of one line, spaces around it aside. */
export function singleLine(maxLength: number) {
  return z.string().trim().max(maxLength).regex(ONE_LINE);
}
