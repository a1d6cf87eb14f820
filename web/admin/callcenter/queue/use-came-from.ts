import { useState } from 'react';

/** The lead that was open before this one: where "Vorige lead" leads back to. */
export function useCameFrom(openId: string | undefined): string | undefined {
  const [path, setPath] = useState<readonly string[]>(openId === undefined ? [] : [openId]);
  if (openId === undefined) return path.at(-1);
  if (path.at(-1) === openId) return path.at(-2);
  // Going back takes the last step off again.
  const next = path.at(-2) === openId ? path.slice(0, -1) : [...path, openId];
  setPath(next);
  return next.at(-2);
}
