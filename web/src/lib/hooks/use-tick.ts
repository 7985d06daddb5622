import { useEffect, useState } from 'react';

const secondMs = 1_000;

/**
 * The current time in milliseconds, which moves on each second while it is on. For what counts seconds; `useNow` is enough for all
 * else.
 */
export function useTick(isOn = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
