import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const edges = {
  name: 'lineage-edges-forget',
  text: `delete from lineage_edges e where e.organization_id = $1 and (
      (e.from_id = any($2::uuid[]) and not exists (select from lineage_events v
        where v.organization_id = $1 and v.subject_id = e.from_id and e.to_id = any(v.outputs)))
      or (e.to_id = any($2::uuid[]) and not exists (select from lineage_events v
        where v.organization_id = $1 and v.subject_id = e.to_id and e.from_id = any(v.inputs))))`,
};

const columns = {
  name: 'lineage-columns-forget',
  text: `delete from lineage_columns c where c.organization_id = $1 and c.job_id = any($2::uuid[])
    and not exists (select from lineage_events v where v.organization_id = $1 and v.subject_id = c.job_id and c.to_id = any(v.outputs))`,
};

const ports = {
  name: 'lineage-ports-forget',
  text: `delete from lineage_ports p where p.organization_id = $1 and p.node_id = any($2::uuid[])
    and not exists (select from lineage_events v where v.organization_id = $1 and v.subject_id = p.node_id
      and v.data_product_id = p.data_product_id and coalesce(v.output_port, '') = p.output_port)
    and not exists (select from lineage_edges e join lineage_events v
        on v.organization_id = $1 and v.subject_id = e.from_id and p.node_id = any(v.outputs)
      where e.organization_id = $1 and e.to_id = p.node_id
        and v.data_product_id = p.data_product_id and coalesce(v.output_port, '') = p.output_port)`,
};

const nodes = {
  name: 'lineage-nodes-forget',
  text: `delete from lineage_nodes n where n.organization_id = $1 and n.id = any($2::uuid[])
    and not exists (select from lineage_edges e where e.organization_id = $1 and e.from_id = n.id)
    and not exists (select from lineage_edges e where e.organization_id = $1 and e.to_id = n.id)
    and not exists (select from lineage_events v where v.organization_id = $1 and v.subject_id = n.id)`,
};

/** Removes what only deleted events said about these jobs and datasets. */
export async function forgetLineage(
  tx: Tx,
  organizationId: OrganizationId,
  { subjects, datasets }: { subjects: readonly string[]; datasets: readonly string[] },
): Promise<void> {
  const all = [...new Set([...subjects, ...datasets])];
  await runStatement(tx, edges, [organizationId, subjects]);
  await runStatement(tx, columns, [organizationId, subjects]);
  await runStatement(tx, ports, [organizationId, all]);
  await runStatement(tx, nodes, [organizationId, all]);
}

const seenTables = ['lineage_edges', 'lineage_columns', 'lineage_ports', 'lineage_nodes'] as const;

/** Deletes up to `limit` rows that no event has named since the given time; returns their number. */
export async function deleteOldLineage(db: Db, before: Date, limit: number): Promise<number> {
  const day = before.toISOString().slice(0, 10);
  for (const table of seenTables) {
    const statement = {
      name: `${table}-delete-old`,
      text: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where last_seen_on < $1::date limit $2)) returning 1`,
    };
    const deleted = await runStatement(db, statement, [day, limit]);
    if (deleted.length === limit) return limit;
  }
  return 0;
}
