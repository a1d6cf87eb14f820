import { useEffect, useState } from 'react';

/** Whether this time has passed since the component was first shown. */
export function useElapsed(ms: number) {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setElapsed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
