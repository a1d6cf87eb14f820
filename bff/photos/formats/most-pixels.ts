/** No camera makes more; a small file that unfolds to more only makes the viewer of staff fall over. */
export const MOST_PIXELS = 250_000_000;
