import type { Client } from 'pg';

type Lineage = { organizationId: string; edges: number; starts: number };

/** A UUID of version 8, as the ids of nodes are. */
const idOf = (type: string, n: string): string =>
  `overlay(overlay(md5('${type}' || (${n})) placing '8' from 13) placing '8' from 17)::uuid`;

/**
 * Adds jobs that each read two datasets and write two, one of them near and one anywhere, as pipelines do. Returns the ids of datasets
 * in the middle.
 */
export async function fillLineage(
  client: Client,
  { organizationId, edges, starts }: Lineage,
): Promise<string[]> {
  const jobs = Math.ceil(edges / 4);
  const far = `(n::bigint * 7919 + 13) % ${jobs}`;
  const seen = 'current_date';
  for (const type of ['job', 'dataset']) {
    await client.query(
      `insert into lineage_nodes (organization_id, id, type, namespace, name, last_seen_on)
        select $1, ${idOf(type, 'n')}, '${type}', 'bench', '${type}-' || n, ${seen} from generate_series(0, ${jobs}) n`,
      [organizationId],
    );
  }
  for (const [from, to] of [
    [idOf('dataset', 'n'), idOf('job', 'n')],
    [idOf('dataset', far), idOf('job', 'n')],
    [idOf('job', 'n'), idOf('dataset', 'n + 1')],
    [idOf('job', 'n'), idOf('dataset', `(${far} + 2) % ${jobs}`)],
  ]) {
    await client.query(
      `insert into lineage_edges (organization_id, from_id, to_id, last_seen_on)
        select $1, ${from}, ${to}, ${seen} from generate_series(0, ${jobs - 1}) n on conflict do nothing`,
      [organizationId],
    );
  }
  await client.query('analyze lineage_nodes, lineage_edges');
  const { rows } = await client.query<{ id: string }>(
    `select ${idOf('dataset', `n * ${Math.floor(jobs / (starts + 2))}`)} as id from generate_series(1, ${starts}) n`,
  );
  return rows.map(({ id }) => id);
}
