/** Runs work with at most so many side by side; what comes when all lanes are taken waits its turn. */
export type Lanes = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Lanes for a platform that is asked without a session. */
export function createLanes(count: number): Lanes {
  const waiting: (() => void)[] = [];
  let free = count;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
