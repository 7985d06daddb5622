import type { OrganizationId } from '../../../domain/principal.ts';
import type { LineageColumn } from '../../../domain/lineage/columns.ts';
import type { LineageNodeRecord, LineageRecord } from '../../../domain/lineage/read-events.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** An event to store: `n` is its position in the list of texts, from 1. */
export type NewLineageEvent = Omit<LineageRecord, 'dataProductId' | 'outputPort'> & {
  n: number;
  id: string;
  receivedAt: Date;
  dataProductId: string;
  outputPort: string | undefined;
};

// Rows that were seen today already are neither written nor locked, so that pipelines do not wait for each other at
// the datasets that all of them read. Rows are written in the order of their keys, so that writers cannot deadlock. Events that are
// stored in another month are looked up; within a month the unique index of the partition makes sure, also when both come at once.
// `offset 0` has Postgres look up each row by its key: a join would read all that the organization has for each event.
const insert = {
  name: 'lineage-events-insert',
  text: `with nodes as (
      insert into lineage_nodes (organization_id, id, type, namespace, name, asset_id, last_seen_on)
      select $1, n.id, n.type, n.namespace, n.name, n."assetId", $2::date
      from json_to_recordset($5::json) as n(id uuid, type text, namespace text, name text, "assetId" text)
      where not exists (select from lineage_nodes o where o.organization_id = $1 and o.id = n.id
        and o.last_seen_on >= $2::date and (n."assetId" is null or n."assetId" = o.asset_id) offset 0)
      order by n.id
      on conflict (organization_id, id) do update set
        last_seen_on = greatest(lineage_nodes.last_seen_on, excluded.last_seen_on),
        asset_id = coalesce(excluded.asset_id, lineage_nodes.asset_id)),
    edges as (
      insert into lineage_edges (organization_id, from_id, to_id, last_seen_on)
      select $1, n.f, n.t, $2::date from json_to_recordset($6::json) as n(f uuid, t uuid)
      where not exists (select from lineage_edges o where o.organization_id = $1 and o.from_id = n.f and o.to_id = n.t
        and o.last_seen_on >= $2::date offset 0)
      order by n.f, n.t
      on conflict (organization_id, from_id, to_id) do update set
        last_seen_on = greatest(lineage_edges.last_seen_on, excluded.last_seen_on)),
    columns as (
      insert into lineage_columns (organization_id, id, job_id, from_id, from_column, to_id, to_column, transformation, last_seen_on)
      select $1, n.id, n."jobId", n."fromId", n."fromColumn", n."toId", n."toColumn", n.transformation, $2::date
      from json_to_recordset($7::json) as n(id uuid, "jobId" uuid, "fromId" uuid, "fromColumn" text, "toId" uuid,
        "toColumn" text, transformation text)
      where not exists (select from lineage_columns o where o.organization_id = $1 and o.id = n.id
        and o.last_seen_on >= $2::date and o.transformation is not distinct from n.transformation offset 0)
      order by n.id
      on conflict (organization_id, id) do update set
        last_seen_on = greatest(lineage_columns.last_seen_on, excluded.last_seen_on), transformation = excluded.transformation),
    ports as (
      insert into lineage_ports (organization_id, node_id, data_product_id, output_port, last_seen_on)
      select $1, n.node, n.product, n.port, $2::date
      from json_to_recordset($8::json) as n(node uuid, product text, port text)
      where not exists (select from lineage_ports o where o.organization_id = $1 and o.data_product_id = n.product
        and o.output_port = n.port and o.node_id = n.node and o.last_seen_on >= $2::date offset 0)
      order by n.product collate "C", n.port collate "C", n.node
      on conflict (organization_id, data_product_id, output_port, node_id) do update set
        last_seen_on = greatest(lineage_ports.last_seen_on, excluded.last_seen_on))
    insert into lineage_events (organization_id, received_at, id, kind, event_type, event_time, run_id, subject_id,
      data_product_id, output_port, inputs, outputs, digest, body)
    select $1, e."receivedAt", e.id, e.kind, e."eventType", e."eventTime", e."runId", e."subjectId", e."dataProductId",
      e."outputPort", e.inputs::uuid[], e.outputs::uuid[], e.digest, b.body
    from json_to_recordset($4::json) as e(n int, id uuid, "receivedAt" timestamptz, kind text, "eventType" text,
      "eventTime" timestamptz, "runId" text, "subjectId" uuid, "dataProductId" text, "outputPort" text, inputs text, outputs text,
      digest uuid)
    join json_array_elements($3::json) with ordinality as b(body, n) on b.n = e.n
    where not exists (select from lineage_events o where o.organization_id = $1 and o.digest = e.digest offset 0)
    order by e.digest on conflict do nothing`,
};

type Edge = { f: string; t: string };
type Port = { node: string; product: string; port: string };

/**
 * Stores events with what they say about datasets and jobs, in one statement. `texts` is a JSON array, from which Postgres takes the
 * texts of the events as they were sent.
 */
export async function insertLineageEvents(
  tx: Tx,
  organizationId: OrganizationId,
  texts: string,
  events: readonly NewLineageEvent[],
): Promise<void> {
  const nodes = new Map<string, LineageNodeRecord>();
  const edges = new Map<string, Edge>();
  const columns = new Map<string, LineageColumn>();
  const ports = new Map<string, Port>();
  for (const event of events) {
    for (const node of event.nodes) {
      const assetId = node.assetId ?? nodes.get(node.id)?.assetId ?? null;
      nodes.set(node.id, { ...node, assetId });
    }
    for (const edge of edgesOf(event)) edges.set(`${edge.f}${edge.t}`, edge);
    for (const column of event.columns) columns.set(column.id, column);
    for (const port of portsOf(event)) ports.set(JSON.stringify(port), port);
  }
  await runStatement(tx, insert, [
    organizationId,
    events.at(-1)?.receivedAt.toISOString().slice(0, 10),
    texts,
    JSON.stringify(events.map(toRow)),
    ...[nodes, edges, columns, ports].map((map) => JSON.stringify([...map.values()])),
  ]);
}

function edgesOf({ kind, subjectId, inputs, outputs }: NewLineageEvent): Edge[] {
  if (kind === 'dataset') return [];
  return [
    ...inputs.map((f) => ({ f, t: subjectId })),
    ...outputs.map((t) => ({ f: subjectId, t })),
  ];
}

function portsOf({ subjectId, outputs, dataProductId, outputPort }: NewLineageEvent): Port[] {
  const written = new Set([subjectId, ...outputs]);
  return [...written].map((node) => ({ node, product: dataProductId, port: outputPort ?? '' }));
}

function toRow(event: NewLineageEvent): object {
  const { nodes: _nodes, columns: _columns, inputs, outputs, ...row } = event;
  return { ...row, inputs: `{${inputs.join(',')}}`, outputs: `{${outputs.join(',')}}` };
}
