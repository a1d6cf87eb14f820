/** The sharpest phones make 108 megapixels; a small file that unpacks to more would crash staff's viewer. */
export const MOST_PIXELS = 120_000_000;
