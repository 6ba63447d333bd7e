import { useEffect, useState } from 'react';

const tickMs = 1_000;

/** Returns the time in milliseconds since the Unix epoch, new every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) {
      return undefined;
    }
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
