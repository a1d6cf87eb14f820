/** What the sharpest phones make (108 megapixels); a small file that unfolds to more makes the viewer of staff fall over. */
export const MOST_PIXELS = 120_000_000;
