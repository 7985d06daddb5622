import type { Database } from '../../db/connect.ts';
import { runStatement } from '../../db/statement.ts';

type Node = {
  'Relation Name'?: string;
  Alias?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/**
 * Number of rows read, whether they were wanted or not, by table, and by table and alias (`documents d`); a search that finds none
 * counts as one.
 */
function work(node: Node, done: Record<string, number> = {}): Record<string, number> {
  const table = node['Relation Name'];
  const loops = node['Actual Loops'];
  if (table !== undefined) {
    const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    for (const name of [table, `${table} ${node.Alias}`])
      done[name] = (done[name] ?? 0) + Math.round(loops * Math.max(1, rows));
  }
  for (const plan of node.Plans ?? []) work(plan, done);
  return done;
}

/** The work by table of the first statement that `list` runs, which must find a page of eleven rows. */
export async function explainWork(
  database: Database,
  list: () => Promise<unknown[]>,
): Promise<Record<string, number>> {
  return explainFirst(database, async () => expect(await list()).toHaveLength(11));
}

/** The work by table of the first statement that `read` runs. */
export async function explainFirst(
  { knex }: Database,
  read: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const queries: { sql: string; bindings: unknown[] }[] = [];
  const listen = (query: { sql: string; bindings: unknown[] }): void => void queries.push(query);
  knex.on('query', listen);
  await read();
  knex.removeListener('query', listen);
  const [{ sql, bindings } = { sql: '', bindings: [] }] = queries;
  const name = `explain-${sql.length}`;
  const text = `explain (analyze, format json) ${sql}`;
  const rows = await runStatement<{ 'QUERY PLAN': string | [{ Plan: Node }] }>(
    knex,
    { name, text },
    bindings,
  );
  const plan = rows[0]?.['QUERY PLAN'] ?? '';
  const [explained] = typeof plan === 'string' ? (JSON.parse(plan) as [{ Plan: Node }]) : plan;
  return work(explained.Plan);
}
