/** Pseudo-random numbers from a seed (mulberry32), so that a run can be repeated. */
export type SeededRandom = {
  /** From 0 (included) to 1 (excluded). */
  next: () => number;
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number;
  pick: <T>(items: readonly T[]) => T;
};

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

/** The seed of this run, printed: `CHAOS_SEED`, or a new one each time. */
export function chaosSeed(): number {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000));
  process.stderr.write(`chaos seed ${seed}; CHAOS_SEED=${seed} repeats it\n`);
  return seed;
}
