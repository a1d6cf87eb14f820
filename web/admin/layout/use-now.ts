import { useEffect, useState } from 'react';

/** The time, renewed after every tick. */
export function useNow(tickMs: number) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), tickMs);
    return () => window.clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}
