import { useEffect, useState } from 'react';

const secondMs = 1_000;

/** The time in milliseconds, which moves on every second while something runs. */
export function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
