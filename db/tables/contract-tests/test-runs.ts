import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkState } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { isNoBranch } from '../change-requests/contract-branches.ts';
import { runStatement } from '../../statement.ts';

export type NewTestRun = {
  organizationId: OrganizationId;
  id: string;
  workId: string;
  dataContractId: string;
  dataContractRevision: number;
  dataContractVersion: string;
  server: string;
  requestedBy: string;
  now: Date;
};

const insert = {
  name: 'test-runs-insert',
  text: `insert into test_runs (organization_id, id, work_id, data_contract_id, data_contract_revision,
      data_contract_version, server, requested_by, requested_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Records a requested run. */
export async function insertTestRun(tx: Tx, run: NewTestRun): Promise<void> {
  await runStatement(tx, insert, [
    run.organizationId,
    run.id,
    run.workId,
    run.dataContractId,
    run.dataContractRevision,
    run.dataContractVersion,
    run.server,
    run.requestedBy,
    run.now,
  ]);
}

const insertScheduled = {
  name: 'test-runs-insert-scheduled',
  text: `insert into test_runs (organization_id, id, work_id, data_contract_id, data_contract_revision,
      data_contract_version, server, requested_by, requested_at, trigger, scheduled_for)
    select $1, r.id, r.work_id, r.data_contract_id, r.revision, r.version, r.server, 'system', $2, 'schedule', $3
    from unnest($4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::text[], $9::text[])
      as r(id, work_id, data_contract_id, revision, version, server)
    order by r.data_contract_id, r.server
    on conflict do nothing returning id`,
};

/** A run requested by a schedule. */
export type ScheduledRun = Pick<
  NewTestRun,
  'id' | 'workId' | 'dataContractId' | 'dataContractRevision' | 'dataContractVersion' | 'server'
>;

/**
 * Records the runs of a due time, except runs that are recorded already and runs whose contract and server have
 * an open scheduled run; the schema enforces both. Returns their ids.
 */
export async function insertScheduledRuns(
  tx: Tx,
  { organizationId, dueAt, now }: { organizationId: OrganizationId; dueAt: Date; now: Date },
  runs: readonly ScheduledRun[],
): Promise<ReadonlySet<string>> {
  const rows = await runStatement<{ id: string }>(tx, insertScheduled, [
    organizationId,
    now,
    dueAt,
    runs.map((run) => run.id),
    runs.map((run) => run.workId),
    runs.map((run) => run.dataContractId),
    runs.map((run) => run.dataContractRevision),
    runs.map((run) => run.dataContractVersion),
    runs.map((run) => run.server),
  ]);
  return new Set(rows.map((row) => row.id));
}

const listOpenScheduled = {
  name: 'test-runs-list-open-scheduled',
  text: `select data_contract_id as "dataContractId", server from test_runs
    where organization_id = $1 and trigger = 'schedule' and ended_at is null and scheduled_for is distinct from $2
      and data_contract_id = any($3)`,
};

/** Contracts and servers whose scheduled run of an earlier due time is still open. */
export function listOpenScheduledRuns(
  tx: Tx,
  { organizationId, dueAt }: { organizationId: OrganizationId; dueAt: Date },
  dataContractIds: readonly string[],
): Promise<{ dataContractId: string; server: string }[]> {
  return runStatement(tx, listOpenScheduled, [organizationId, dueAt, dataContractIds]);
}

/** A run together with the state of its work. */
export type TestRun = {
  id: string;
  workId: string;
  dataContractId: string;
  dataContractRevision: number;
  dataContractVersion: string;
  server: string;
  requestedBy: string;
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  outcome: 'COMPLETED' | 'FAILED' | 'CANCELLED' | null;
  error: string | null;
  testResultId: string | null;
  trigger: 'request' | 'schedule';
  scheduledFor: Date | null;
  workState: WorkState | null;
  attempt: number | null;
  progress: string | null;
};

const find = {
  name: 'test-runs-find',
  text: `select t.id, t.work_id as "workId", t.data_contract_id as "dataContractId",
      t.data_contract_revision as "dataContractRevision", t.data_contract_version as "dataContractVersion",
      t.server, t.requested_by as "requestedBy", t.requested_at as "requestedAt", w.started_at as "startedAt",
      t.ended_at as "endedAt", t.outcome, t.error, t.test_result_id as "testResultId", t.trigger, t.scheduled_for as "scheduledFor",
      w.state as "workState", w.attempt, w.progress::text as progress
    from test_runs t left join work w on w.id = t.work_id
    where t.organization_id = $1 and t.id = $2`,
};

/** The run; members of its work are null when the work was deleted. */
export async function findTestRun(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<TestRun | undefined> {
  const [row] = await runStatement<TestRun>(db, find, [organizationId, id]);
  return row;
}

const list = {
  name: 'test-runs-list',
  text: `${find.text.slice(0, find.text.indexOf('where'))}
    where t.organization_id = $1 and (t.data_contract_id = $2 or $2::text is null and t.${isNoBranch})
      and ($3::text is null or t.server = $3) and ($4::boolean is null or (t.ended_at is null) = $4)
      and ($5::uuid is null or t.id < $5)
    order by t.id desc limit $6 offset $7`,
};

export type TestRunFilter = {
  dataContractId: string | undefined;
  server: string | undefined;
  /** True for runs that have not ended. */
  open: boolean | undefined;
};

/** Runs, newest first; `after` is the last id of the previous page. */
export function listTestRuns(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, open }: TestRunFilter,
  page: { limit: number; offset: number; after: string | undefined },
): Promise<TestRun[]> {
  const { after, limit, offset } = page;
  const values = [organizationId, dataContractId, server, open, after, limit, offset];
  return runStatement<TestRun>(db, list, values);
}

const count = {
  name: 'test-runs-count',
  text: `select count(*)::int as total from test_runs
    where organization_id = $1 and (data_contract_id = $2 or $2::text is null and ${isNoBranch})
      and ($3::text is null or server = $3) and ($4::boolean is null or (ended_at is null) = $4)`,
};

/** Number of runs on all pages. */
export async function countTestRuns(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, open }: TestRunFilter,
): Promise<number> {
  const values = [organizationId, dataContractId, server, open];
  const [row] = await runStatement<{ total: number }>(db, count, values);
  return row?.total ?? 0;
}

const findByWork = {
  name: 'test-runs-find-by-work',
  text: `select id from test_runs where organization_id = $1 and work_id = $2`,
};

/** Id of the run that a piece of work executes. */
export async function findTestRunOfWork(
  db: Db,
  organizationId: OrganizationId,
  workId: string,
): Promise<string | undefined> {
  const [row] = await runStatement<{ id: string }>(db, findByWork, [organizationId, workId]);
  return row?.id;
}

const end = {
  name: 'test-runs-end',
  text: `update test_runs set ended_at = $3, outcome = $4, error = $5, test_result_id = $6
    where organization_id = $1 and id = $2 and ended_at is null returning id`,
};

/** Ends an open run; false when it has already ended. */
export async function updateTestRunEnd(
  tx: Tx,
  run: { organizationId: OrganizationId; id: string },
  ending: {
    outcome: 'COMPLETED' | 'FAILED' | 'CANCELLED';
    error: string | undefined;
    testResultId: string | undefined;
    now: Date;
  },
): Promise<boolean> {
  const { now, outcome, error, testResultId } = ending;
  const rows = await runStatement(tx, end, [
    run.organizationId,
    run.id,
    now,
    outcome,
    error,
    testResultId,
  ]);
  return rows.length === 1;
}

const reopen = {
  name: 'test-runs-reopen',
  text: `with detached as (
      update test_results set test_run_id = null where organization_id = $1 and test_run_id = $2)
    update test_runs set ended_at = null, outcome = null, error = null, test_result_id = null, trigger = 'request'
    where organization_id = $1 and id = $2`,
};

/** Reopens a run as a manually requested one; its former result stays, without a run. */
export async function updateTestRunOpen(
  tx: Tx,
  run: { organizationId: OrganizationId; id: string },
): Promise<void> {
  await runStatement(tx, reopen, [run.organizationId, run.id]);
}
