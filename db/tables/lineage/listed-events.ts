import type { OrganizationId } from '../../../domain/principal.ts';
import { nodeIdOf } from '../../../domain/lineage/nodes.ts';
import { uuidTime } from '../../../lib/ids.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** What a list of events contains; absent members select all. */
export type LineageFilter = {
  kind: string;
  jobNamespace?: string | undefined;
  jobName?: string | undefined;
  runId?: string | undefined;
  eventType?: string | undefined;
  dataProductId?: string | undefined;
};

type Condition = { name: string; text: (n: number) => string; value: unknown };

/** Conditions on the job, for which names need a look into the nodes unless both are known. */
function jobConditions({ jobNamespace, jobName }: Partial<LineageFilter>): Condition[] {
  if (jobNamespace !== undefined && jobName !== undefined) {
    const value = nodeIdOf({ type: 'job', namespace: jobNamespace, name: jobName });
    return [{ name: 'job', text: (n) => `subject_id = $${n}`, value }];
  }
  const [column, value] = jobName === undefined ? ['namespace', jobNamespace] : ['name', jobName];
  if (value === undefined) return [];
  return [
    {
      name: `job-${column}`,
      text: (
        n,
      ) => `subject_id in (select id from lineage_nodes where organization_id = $1 and type = 'job'
        and "left"(${column}, 200) collate "C" = "left"($${n}, 200) and ${column} = $${n})`,
      value,
    },
  ];
}

/** The conditions of a filter, for statements that are prepared by their name. */
function conditionsOf(filter: Partial<LineageFilter>): Condition[] {
  const columns = {
    kind: filter.kind,
    run_id: filter.runId,
    event_type: filter.eventType,
    data_product_id: filter.dataProductId,
  };
  const equal = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, text: (n: number) => `${name} = $${n}`, value }));
  return [...equal, ...jobConditions(filter)];
}

type Page = { limit: number; offset: number; after: string | undefined };

/** Texts of events as they were sent, newest first; `since` is the oldest one that is kept. */
export function listLineageEvents(
  db: Db,
  organizationId: OrganizationId,
  filter: LineageFilter & { since: Date },
  { limit, offset, after }: Page,
): Promise<{ id: string; body: string }[]> {
  const conditions = conditionsOf(filter);
  const where = conditions.map(({ text }, index) => `and ${text(index + 7)}`).join(' ');
  const statement = {
    name: `lineage-events-list-${conditions.map(({ name }) => name).join('-')}`,
    text: `select id, body::text as body from lineage_events
      where organization_id = $1 and received_at >= $2 and received_at <= $3 and (received_at, id) < ($3, $4::uuid) ${where}
      order by received_at desc, id desc limit $5 offset $6`,
  };
  const end = after === undefined ? '9999-12-31T00:00:00Z' : new Date(uuidTime(after) ?? 0);
  return runStatement(db, statement, [
    organizationId,
    filter.since,
    end,
    after ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    limit,
    offset,
    ...conditions.map(({ value }) => value),
  ]);
}

/** Data products for which matching events were sent, at most `limit`. */
export async function listProductsOfEvents(
  db: Db,
  organizationId: OrganizationId,
  filter: Pick<LineageFilter, 'runId' | 'jobNamespace' | 'jobName'>,
  limit: number,
): Promise<string[]> {
  const conditions = conditionsOf(filter);
  const where = conditions.map(({ text }, index) => `and ${text(index + 3)}`).join(' ');
  const statement = {
    name: `lineage-events-products-${conditions.map(({ name }) => name).join('-')}`,
    text: `select distinct data_product_id as id from lineage_events where organization_id = $1 ${where} limit $2`,
  };
  const values = [organizationId, limit, ...conditions.map(({ value }) => value)];
  return (await runStatement<{ id: string }>(db, statement, values)).map(({ id }) => id);
}

/** Deletes matching events; returns their number and the nodes that they named. */
export async function deleteLineageEvents(
  db: Db,
  organizationId: OrganizationId,
  filter: Pick<LineageFilter, 'runId' | 'jobNamespace' | 'jobName'>,
): Promise<{ count: number; subjects: string[]; datasets: string[] }> {
  const conditions = conditionsOf(filter);
  const where = conditions.map(({ text }, index) => `and ${text(index + 2)}`).join(' ');
  const statement = {
    name: `lineage-events-delete-${conditions.map(({ name }) => name).join('-')}`,
    text: `with deleted as (delete from lineage_events where organization_id = $1 ${where}
        returning subject_id, inputs || outputs as datasets)
      select (select count(*)::int from deleted) as count,
        array(select distinct subject_id::text from deleted) as subjects,
        array(select distinct unnest(datasets)::text from deleted) as datasets`,
  };
  const values = [organizationId, ...conditions.map(({ value }) => value)];
  const [row] = await runStatement<{ count: number; subjects: string[]; datasets: string[] }>(
    db,
    statement,
    values,
  );
  return row ?? { count: 0, subjects: [], datasets: [] };
}
