import { createContext } from 'react';

/** A drawing of the page on the server. */
interface Drawing {
  visitor: { surveyHash: string; preview: boolean };
  /** The source files of the parts that were drawn. */
  parts: Set<string>;
  /** Where the page goes instead of what is drawn. */
  goesTo: string | undefined;
}

/** Null in the browser, where pages are not drawn but live. */
export const DrawingContext = createContext<Drawing | null>(null);
