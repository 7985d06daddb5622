/** Two corresponding entries, or one entry without a counterpart. */
export type Pair<Entry> = { from: Entry; to: Entry };
export type Pairing<Entry> = { pairs: Pair<Entry>[]; removed: Entry[]; added: Entry[] };

type KeyOf<Entry> = (entry: Entry) => string | undefined;

/**
 * Pairs the entries of two lists: by the first key that both have in common, then the rest by the next key.
 * Entries with the same key are paired in their order.
 */
export function pairUp<Entry>(
  from: readonly Entry[],
  to: readonly Entry[],
  keys: readonly KeyOf<Entry>[],
): Pairing<Entry> {
  const pairs: Pair<Entry>[] = [];
  let [left, right] = [[...from], [...to]];
  for (const keyOf of keys) {
    const byKey = listsByKey(right, keyOf);
    const taken = new Set<Entry>();
    left = left.filter((entry) => {
      const key = keyOf(entry);
      const match = key === undefined ? undefined : byKey.get(key)?.shift();
      if (match === undefined) return true;
      taken.add(match);
      pairs.push({ from: entry, to: match });
      return false;
    });
    right = right.filter((entry) => !taken.has(entry));
  }
  return { pairs, removed: left, added: right };
}

function listsByKey<Entry>(
  entries: readonly Entry[],
  keyOf: KeyOf<Entry>,
): Map<string | undefined, Entry[]> {
  const lists = new Map<string | undefined, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const list = lists.get(key);
    if (list) list.push(entry);
    else lists.set(key, [entry]);
  }
  return lists;
}

/** True if the pairs are in a different order than before, ignoring added and removed entries. */
export function isReordered<Entry>(
  pairs: readonly Pair<Entry>[],
  from: readonly Entry[],
  to: readonly Entry[],
): boolean {
  const [before, after] = [placesOf(from), placesOf(to)];
  const ordered = pairs.toSorted(
    (one, other) => (before.get(one.from) ?? 0) - (before.get(other.from) ?? 0),
  );
  return ordered.some((pair, index) => {
    const next = ordered[index + 1];
    return next !== undefined && (after.get(pair.to) ?? 0) > (after.get(next.to) ?? 0);
  });
}

function placesOf<Entry>(entries: readonly Entry[]): Map<Entry, number> {
  return new Map(entries.map((entry, index) => [entry, index]));
}
