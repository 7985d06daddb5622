type Ref = { kind: string; id: string };
type LineageEdges = readonly { from: Ref; to: Ref }[];

export const keyOf = ({ kind, id }: Ref): string => `${kind} ${id}`;

/** The nodes that an edge leads to (`forward`) or comes from, by node. */
export function neighboursOf(
  edges: readonly (readonly [string, string])[],
  isForward: boolean,
): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [from, to] of edges) {
    const [near, far] = isForward ? [from, to] : [to, from];
    found.set(near, [...(found.get(near) ?? []), far]);
  }
  return found;
}

/**
 * The column of each node: one more than the rightmost node that it reads, so that edges lead to the right. A node that reads nothing
 * is placed directly before its first reader.
 */
export function columnsOf(nodes: readonly Ref[], edges: LineageEdges): ReadonlyMap<string, number> {
  const pairs = edges.map(({ from, to }) => [keyOf(from), keyOf(to)] as const);
  const readBy = neighboursOf(pairs, true);
  const reads = neighboursOf(pairs, false);
  const columns = new Map<string, number>();
  const open = new Set<string>();
  const columnOf = (key: string): number => {
    const known = columns.get(key);
    if (known !== undefined) return known;
    open.add(key);
    // A product that reads itself through others closes a circle, which has no leftmost node: that edge leads back.
    const before = (reads.get(key) ?? []).filter((each) => !open.has(each)).map(columnOf);
    open.delete(key);
    const column = Math.max(-1, ...before) + 1;
    columns.set(key, column);
    return column;
  };
  const keys = nodes.map(keyOf);
  for (const key of keys) columnOf(key);
  for (const key of keys) {
    const after = (readBy.get(key) ?? []).map((each) => columns.get(each) ?? 0);
    if (!reads.has(key) && after.length > 0) columns.set(key, Math.min(...after) - 1);
  }
  return columns;
}
