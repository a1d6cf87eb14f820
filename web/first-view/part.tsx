import { type ComponentType, createContext, lazy, use, useState } from 'react';
import { loadPart } from '../ui/load-part.ts';

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

const parts = new Map<string, () => Promise<unknown>>();

/**
 * A part of the page in a chunk (named by its path in web/) that it may share with others: loaded when it is drawn, or
 * earlier. Once loaded it renders synchronously, which drawing on the server and hydration need.
 */
export function part<Props extends object>(file: string, load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;

  async function fetchPart() {
    ready = await loadPart(load);
    return ready;
  }

  const Later = lazy(async () => ({ default: await fetchPart() }));
  const before = parts.get(file);
  parts.set(file, async () => {
    await before?.();
    await fetchPart();
  });

  function Part(props: Props) {
    use(DrawingContext)?.parts.add(file);
    // Kept while it is on the screen: another component in its place would lose what was typed.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Part;
}

/** Loads parts in their order, because one may lead to the next; a failed one is loaded again when it is drawn. */
export async function fetchParts(files: Iterable<string>) {
  for (const file of files)
    await parts
      .get(file)?.()
      .catch(() => undefined);
}

/** All parts, including those that a loaded part refers to. */
export async function fetchAllParts() {
  for (const fetchPart of parts.values()) await fetchPart();
}
