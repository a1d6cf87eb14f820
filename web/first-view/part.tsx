import { type ComponentType, lazy, use, useState } from 'react';
import { loadPart } from '../ui/load-part.ts';
import { DrawingContext } from './drawing.ts';

const parts = new Map<string, () => Promise<unknown>>();

/**
 * A part of the page in a file of its own (named from the web's root): fetched when it is drawn, or ahead. Once it is
 * there it is drawn at once, which is what the server and the taking over of its page need.
 */
export function part<Props extends object>(file: string, load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;

  async function fetchPart() {
    ready = await loadPart(load);
    return ready;
  }

  const Later = lazy(async () => ({ default: await fetchPart() }));
  parts.set(file, fetchPart);

  function Part(props: Props) {
    use(DrawingContext)?.parts.add(file);
    // Kept for as long as it is on the screen: another component in its place would lose what was typed.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Part;
}

/** Fetches parts in their order, since one may lead to the next; what cannot be had is fetched again when it is drawn. */
export async function fetchParts(files: Iterable<string>) {
  for (const file of files)
    await parts
      .get(file)?.()
      .catch(() => undefined);
}

/** Every part there is, those that another leads to as well: a part that is fetched may name more. */
export async function fetchAllParts() {
  for (const fetchPart of parts.values()) await fetchPart();
}
