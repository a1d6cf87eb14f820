import { createContext } from 'react';

/** One drawing of a page on the server. */
interface Drawing {
  visitor: { surveyHash: string; preview: boolean };
  /** The source files of the parts that were drawn. */
  parts: Set<string>;
  /** Where the page redirects to. */
  goesTo: string | undefined;
}

/** Null in the browser. */
export const DrawingContext = createContext<Drawing | null>(null);
