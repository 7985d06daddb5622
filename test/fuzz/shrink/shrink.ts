/** Tries a candidate; true when it still fails in the same way. */
export type StillFails<T> = (candidate: T) => Promise<boolean>;

export type ShrinkOptions = {
  /** Attempts start only before this time (`Date.now()`). */
  until: number;
};

/**
 * Simplifies a failing value: takes the first simpler candidate that still fails, and repeats until none does.
 * `simpler` yields the boldest candidates first.
 */
export async function shrink<T>(
  failing: T,
  simpler: (value: T) => Iterable<T>,
  stillFails: StillFails<T>,
  { until }: ShrinkOptions,
): Promise<T> {
  let smallest = failing;
  for (;;) {
    let found = false;
    for (const candidate of simpler(smallest)) {
      if (Date.now() > until) return smallest;
      if (!(await stillFails(candidate))) continue;
      smallest = candidate;
      found = true;
      break;
    }
    if (!found) return smallest;
  }
}

/** Lists with a part left out: halves first, then quarters, down to single items. */
export function* withoutParts<T>(items: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let at = 0; at < items.length; at += size) {
      yield [...items.slice(0, at), ...items.slice(at + size)];
    }
  }
}

/** Texts with a part left out, as in `withoutParts`; at most a few hundred. */
export function* withoutSpans(text: string): Generator<string> {
  let given = 0;
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let at = 0; at < text.length; at += size) {
      if (given > 400) return;
      given += 1;
      yield text.slice(0, at) + text.slice(at + size);
    }
  }
}
