import { columnsOf, keyOf, neighboursOf } from './lineage-columns.ts';

type Ref = { kind: string; id: string };
type Graph<Node extends Ref> = {
  nodes: readonly Node[];
  edges: readonly { from: Ref; to: Ref }[];
};
export type PlacedNode<Node> = { node: Node; x: number; y: number };
/** The places that an edge goes through, each as wide as a node: its ends, and the columns between them. */
export type PlacedEdge = { id: string; places: readonly { x: number; y: number }[] };

export const nodeSize = { width: 192, height: 56 };
const gap = { x: 56, y: 16 };
/** The height that an edge takes where it passes through a column. */
const passHeight = 8;
const sweeps = 4;

/** A row of a column: a node, or an edge that passes through. */
type Row<Node> = { key: string; node?: Node };
type Layers<Node> = {
  columns: Row<Node>[][];
  pairs: (readonly [string, string])[];
  edges: string[][];
};

/** Divides edges over several columns into steps, so that they get a place of their own between the nodes. */
function layersOf<Node extends Ref>({ nodes, edges }: Graph<Node>): Layers<Node> {
  const columnOf = columnsOf(nodes, edges);
  const used = [...new Set(columnOf.values())].toSorted((left, right) => left - right);
  const indexOf = (key: string): number => used.indexOf(columnOf.get(key) ?? 0);
  const columns: Row<Node>[][] = used.map(() => []);
  for (const node of nodes) columns[indexOf(keyOf(node))]?.push({ key: keyOf(node), node });
  const chains = edges.map(({ from, to }) => {
    const ends = [keyOf(from), keyOf(to)] as const;
    const between = columns.slice(indexOf(ends[0]) + 1, Math.max(0, indexOf(ends[1])));
    const passes = between.map((column, index) => {
      const key = `${ends.join(' > ')} ${index}`;
      column.push({ key });
      return key;
    });
    return [ends[0], ...passes, ends[1]];
  });
  const pairs = chains.flatMap((chain) =>
    chain.slice(1).map((to, index) => [chain[index] ?? to, to] as const),
  );
  return { columns, pairs, edges: chains };
}

/** Orders each column by where its neighbors are, to the right and back, so that few edges cross. */
function untangle({ columns, pairs }: Layers<unknown>): void {
  const neighbours = [neighboursOf(pairs, false), neighboursOf(pairs, true)] as const;
  const center = new Map<string, number>();
  const measure = (column: Row<unknown>[]) => {
    for (const [index, { key }] of column.entries()) {
      center.set(key, (index + 0.5) / column.length);
    }
  };
  for (const column of columns) measure(column);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const near = neighbours[sweep % 2 === 0 ? 0 : 1];
    const order = sweep % 2 === 0 ? columns : columns.toReversed();
    for (const column of order) {
      const wanted = new Map(column.map(({ key }) => [key, meanOf(near.get(key), center, key)]));
      column.sort((one, other) => (wanted.get(one.key) ?? 0) - (wanted.get(other.key) ?? 0));
      measure(column);
    }
  }
}

function meanOf(
  keys: readonly string[] | undefined,
  center: ReadonlyMap<string, number>,
  own: string,
): number {
  const places = (keys ?? [own]).map((key) => center.get(key) ?? 0);
  return places.reduce((sum, each) => sum + each, 0) / places.length;
}

const heightOf = ({ node }: Row<unknown>): number =>
  node === undefined ? passHeight : nodeSize.height;

const sumOf = (column: readonly Row<unknown>[]): number =>
  column.reduce((sum, row) => sum + heightOf(row) + gap.y, -gap.y);

/** Places the nodes in columns from left to right, each column in the middle of the height. */
export function layOut<Node extends Ref>(
  graph: Graph<Node>,
): {
  placed: PlacedNode<Node>[];
  edges: PlacedEdge[];
  width: number;
  height: number;
} {
  const layers = layersOf(graph);
  untangle(layers);
  const height = Math.max(nodeSize.height, ...layers.columns.map(sumOf));
  const placed: PlacedNode<Node>[] = [];
  const middles = new Map<string, { x: number; y: number }>();
  for (const [index, column] of layers.columns.entries()) {
    const x = index * (nodeSize.width + gap.x);
    let y = (height - sumOf(column)) / 2;
    for (const row of column) {
      if (row.node !== undefined) placed.push({ node: row.node, x, y });
      middles.set(row.key, { x, y: y + heightOf(row) / 2 });
      y += heightOf(row) + gap.y;
    }
  }
  const edges = layers.edges.map((chain) => ({
    id: chain.join(' '),
    places: chain.flatMap((key) => middles.get(key) ?? []),
  }));
  return { placed, edges, width: layers.columns.length * (nodeSize.width + gap.x) - gap.x, height };
}
