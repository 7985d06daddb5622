import type { Lineage } from '../queries.ts';

export type LineageNode = Lineage['nodes'][number];
export type PlacedNode = { node: LineageNode; x: number; y: number };

export const nodeSize = { width: 200, height: 56 };
const gap = { x: 72, y: 16 };

type Ref = { kind: string; id: string };
export const keyOf = ({ kind, id }: Ref): string => `${kind} ${id}`;

/** Steps from the product itself: negative for what it reads, positive for what reads it. */
function columnsOf({ nodes, edges }: Lineage): ReadonlyMap<string, number> {
  const start = nodes.find(({ distance }) => distance === 0);
  const columns = new Map<string, number>();
  if (start === undefined) return columns;
  columns.set(keyOf(start), 0);
  for (const direction of [1, -1]) walk(keyOf(start), direction, edges, columns);
  for (const node of nodes) if (!columns.has(keyOf(node))) columns.set(keyOf(node), node.distance);
  return columns;
}

function walk(
  start: string,
  direction: number,
  edges: Lineage['edges'],
  columns: Map<string, number>,
): void {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const [near, far] = direction === 1 ? [from, to] : [to, from];
    next.set(keyOf(near), [...(next.get(keyOf(near)) ?? []), keyOf(far)]);
  }
  const waiting = [start];
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const column = (columns.get(key) ?? 0) + direction;
    for (const each of next.get(key) ?? []) {
      if (columns.has(each)) continue;
      columns.set(each, column);
      waiting.push(each);
    }
  }
}

/** Places the nodes in columns from left to right, each column in the middle of the height. */
export function layOut(lineage: Lineage): {
  placed: ReadonlyMap<string, PlacedNode>;
  width: number;
  height: number;
} {
  const columns = columnsOf(lineage);
  const byColumn = new Map<number, LineageNode[]>();
  for (const node of lineage.nodes) {
    const column = columns.get(keyOf(node)) ?? 0;
    byColumn.set(column, [...(byColumn.get(column) ?? []), node]);
  }
  const order = [...byColumn.keys()].toSorted((left, right) => left - right);
  const rowHeight = nodeSize.height + gap.y;
  const tallest = Math.max(...[...byColumn.values()].map(({ length }) => length), 1);
  const height = tallest * rowHeight - gap.y;
  const placed = new Map<string, PlacedNode>();
  for (const [index, column] of order.entries()) {
    const nodes = byColumn.get(column) ?? [];
    const top = (height - (nodes.length * rowHeight - gap.y)) / 2;
    for (const [row, node] of nodes.entries()) {
      const x = index * (nodeSize.width + gap.x);
      placed.set(keyOf(node), { node, x, y: top + row * rowHeight });
    }
  }
  return { placed, width: order.length * (nodeSize.width + gap.x) - gap.x, height };
}
