import { useEffect, useState } from 'react';

/** The current time in milliseconds, which moves on each second. For what counts seconds; `useNow` is enough for all else. */
export function useTick(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
