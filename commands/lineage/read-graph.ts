import type { Db } from '../../db/connect.ts';
import {
  listColumnsAmong,
  listEdgesAmong,
  listNextNodes,
  maxNeighborCount,
  readGraphNodes,
} from '../../db/views/lineage/graph.ts';
import type {
  FlowDirection,
  GraphColumnRow,
  GraphEdgeRow,
  GraphNodeRow,
} from '../../db/views/lineage/graph.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { matchNodes } from './match-graph.ts';
import type { NodeMatch } from './match-graph.ts';

/** Maximum number of nodes in a graph. */
export const maxGraphNodes = 500;

/** Maximum number of pairs of columns in a graph. */
const maxColumns = 5_000;

type Lookup = { db: Db; organizationId: OrganizationId };

export type GraphRequest = {
  /** Nodes at distance 0. */
  starts: readonly string[];
  depth: number;
  directions: readonly FlowDirection[];
  withColumns: boolean;
};

/** A node with its distance from the start (negative upstream), and how many of its neighbors are not shown. */
export type ShownGraphNode = Pick<GraphNodeRow, 'id' | 'type' | 'namespace' | 'name'> &
  NodeMatch & { distance: number; hiddenUpstream: number; hiddenDownstream: number };

export type LineageGraph = {
  nodes: ShownGraphNode[];
  edges: GraphEdgeRow[];
  columns?: GraphColumnRow[];
  /** True if the limit of nodes, and not the depth, ended the walk. */
  truncated: boolean;
};

/** The datasets and jobs up to `depth` data flows away from the start, nearest first. */
export async function readLineageGraph(
  lookup: Lookup,
  request: GraphRequest,
): Promise<LineageGraph> {
  const { db, organizationId } = lookup;
  const { distances, truncated } = await walk(lookup, request);
  const rows = await readGraphNodes(db, organizationId, [...distances.keys()]);
  const nodes = rows.sort((one, other) => order(distances, one) - order(distances, other));
  const ids = nodes.map(({ id }) => id);
  const [edges, matches, columns] = await Promise.all([
    listEdgesAmong(db, organizationId, nodes),
    matchNodes(db, organizationId, nodes),
    request.withColumns ? listColumnsAmong(db, organizationId, ids, maxColumns) : undefined,
  ]);
  const shown = countShown(edges);
  return {
    nodes: nodes.map(({ id, type, namespace, name, upstream, downstream }) => ({
      id,
      type,
      namespace,
      name,
      distance: distances.get(id) ?? 0,
      hiddenUpstream: left(upstream, shown.upstream.get(id)),
      hiddenDownstream: left(downstream, shown.downstream.get(id)),
      ...(matches.get(id) ?? { asset: null, dataContract: null, ports: [] }),
    })),
    edges,
    ...(columns && { columns }),
    truncated,
  };
}

/** What a count up to its limit leaves: a full count stands for more, so that shown neighbors are not taken off. */
function left(count: number, shown = 0): number {
  return count >= maxNeighborCount ? maxNeighborCount : Math.max(0, count - shown);
}

function order(distances: ReadonlyMap<string, number>, { id }: GraphNodeRow): number {
  return Math.abs(distances.get(id) ?? 0);
}

async function walk(
  { db, organizationId }: Lookup,
  { starts, depth, directions }: GraphRequest,
): Promise<{ distances: Map<string, number>; truncated: boolean }> {
  const distances = new Map(starts.slice(0, maxGraphNodes).map((id) => [id, 0]));
  let truncated = starts.length > maxGraphNodes;
  const ends = new Map(directions.map((direction) => [direction, [...distances.keys()]]));
  for (let step = 1; step <= depth; step++) {
    for (const [direction, ids] of ends) {
      if (ids.length === 0) continue;
      const room = maxGraphNodes - distances.size;
      const from = { ids, known: [...distances.keys()], limit: room + 1 };
      const next = await listNextNodes(db, organizationId, direction, from);
      truncated ||= next.length > room;
      const fresh = next.slice(0, room);
      for (const id of fresh) distances.set(id, direction === 'upstream' ? -step : step);
      ends.set(direction, fresh);
    }
  }
  return { distances, truncated };
}

function countShown(edges: readonly GraphEdgeRow[]): Record<FlowDirection, Map<string, number>> {
  const shown = { upstream: new Map<string, number>(), downstream: new Map<string, number>() };
  for (const { from, to } of edges) {
    shown.downstream.set(from, (shown.downstream.get(from) ?? 0) + 1);
    shown.upstream.set(to, (shown.upstream.get(to) ?? 0) + 1);
  }
  return shown;
}
