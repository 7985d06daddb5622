import type { OrganizationId } from '../../../domain/principal.ts';
import type { LineageNodeType } from '../../../domain/lineage/nodes.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';

export type FlowDirection = 'upstream' | 'downstream';

/** The column of an edge at which a walk in this direction arrives, and the one from which it comes. */
const ends = {
  upstream: { near: 'to_id', far: 'from_id' },
  downstream: { near: 'from_id', far: 'to_id' },
} as const;

/** Numbers of neighbors are counted up to this one, because a dataset may have a million readers. */
export const maxNeighborCount = 1_000;

function nextStatement(direction: FlowDirection): Statement {
  const { near, far } = ends[direction];
  return {
    name: `lineage-graph-${direction}`,
    text: `select distinct e.id from unnest($2::uuid[]) as n(id) cross join lateral (
        select ${far} as id from lineage_edges where organization_id = $1 and ${near} = n.id and ${far} <> all($3::uuid[])
        order by ${far} limit $4) e
      order by e.id limit $4`,
  };
}

/** Up to `limit` direct neighbors of the nodes that are not among `known`. */
export async function listNextNodes(
  db: Db,
  organizationId: OrganizationId,
  direction: FlowDirection,
  { ids, known, limit }: { ids: readonly string[]; known: readonly string[]; limit: number },
): Promise<string[]> {
  const values = [organizationId, ids, known, limit];
  const rows = await runStatement<{ id: string }>(db, nextStatement(direction), values);
  return rows.map(({ id }) => id);
}

export type GraphNodeRow = {
  id: string;
  type: LineageNodeType;
  namespace: string;
  name: string;
  assetId: string | null;
  upstream: number;
  downstream: number;
  ports: { product: string; port: string }[];
};

const maxPorts = 10;

const readNodes = {
  name: 'lineage-graph-nodes',
  text: `select n.id, n.type, n.namespace, n.name, n.asset_id as "assetId",
      (select count(*)::int from (select from lineage_edges where organization_id = $1 and to_id = n.id limit $3) e) as upstream,
      (select count(*)::int from (select from lineage_edges where organization_id = $1 and from_id = n.id limit $3) e) as downstream,
      coalesce((select json_agg(json_build_object('product', p.data_product_id, 'port', p.output_port)) from (
        select data_product_id, output_port from lineage_ports where organization_id = $1 and node_id = n.id
        order by data_product_id, output_port limit ${maxPorts}) p), '[]')::text as ports
    from lineage_nodes n where n.organization_id = $1 and n.id = any($2::uuid[])`,
};

/** The nodes with these ids, with the numbers of their neighbors (at most `maxNeighborCount`) and up to ten output ports. */
export async function readGraphNodes(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<GraphNodeRow[]> {
  const values = [organizationId, ids, maxNeighborCount];
  const rows = await runStatement<Omit<GraphNodeRow, 'ports'> & { ports: string }>(
    db,
    readNodes,
    values,
  );
  return rows.map((row) => ({ ...row, ports: JSON.parse(row.ports) as GraphNodeRow['ports'] }));
}

export type GraphEdgeRow = { from: string; to: string; lastSeenOn: string };

// The edges of a node with many neighbors are looked up one by one.
const readEdges = {
  name: 'lineage-graph-edges',
  text: `select e.from_id as "from", e.to_id as "to", to_char(e.last_seen_on, 'YYYY-MM-DD') as "lastSeenOn"
    from unnest($2::uuid[]) as n(id) join lateral (
      select * from lineage_edges where organization_id = $1 and from_id = n.id offset 0) e on e.to_id = any($4::uuid[])
    union all
    select e.from_id, e.to_id, to_char(e.last_seen_on, 'YYYY-MM-DD')
    from unnest($3::uuid[]) as n(id) cross join unnest($4::uuid[]) as m(id)
    join lineage_edges e on e.organization_id = $1 and e.from_id = n.id and e.to_id = m.id
    order by 1, 2`,
};

/** All edges between these nodes. */
export function listEdgesAmong(
  db: Db,
  organizationId: OrganizationId,
  nodes: readonly GraphNodeRow[],
): Promise<GraphEdgeRow[]> {
  const hasMany = ({ downstream }: GraphNodeRow): boolean => downstream >= maxNeighborCount;
  const idsOf = (rows: readonly GraphNodeRow[]): string[] => rows.map(({ id }) => id);
  const few = idsOf(nodes.filter((node) => !hasMany(node)));
  const many = idsOf(nodes.filter(hasMany));
  return runStatement(db, readEdges, [organizationId, few, many, idsOf(nodes)]);
}

export type GraphColumnRow = {
  from: string;
  fromColumn: string;
  to: string;
  toColumn: string | null;
  transformation: string | null;
};

const readColumns = {
  name: 'lineage-graph-columns',
  text: `select c.from_id as "from", c.from_column as "fromColumn", c.to_id as "to", c.to_column as "toColumn", c.transformation
    from unnest($2::uuid[]) as n(id) cross join lateral (
      select * from lineage_columns where organization_id = $1 and to_id = n.id and from_id = any($2::uuid[]) order by id limit $3) c
    order by c.id limit $3`,
};

/** Up to `limit` pairs of columns of these nodes. */
export function listColumnsAmong(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
  limit: number,
): Promise<GraphColumnRow[]> {
  return runStatement(db, readColumns, [organizationId, ids, limit]);
}
