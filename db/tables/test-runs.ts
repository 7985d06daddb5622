import type { OrganizationId } from '../../domain/principal.ts';
import type { WorkState } from '../../domain/work-kinds.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

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
  workState: WorkState | null;
  attempt: number | null;
  progress: string | null;
};

const find = {
  name: 'test-runs-find',
  text: `select t.id, t.work_id as "workId", t.data_contract_id as "dataContractId",
      t.data_contract_revision as "dataContractRevision", t.data_contract_version as "dataContractVersion",
      t.server, t.requested_by as "requestedBy", t.requested_at as "requestedAt", w.started_at as "startedAt",
      t.ended_at as "endedAt", t.outcome, t.error, t.test_result_id as "testResultId",
      w.state as "workState", w.attempt, w.progress::text as progress
    from test_runs t left join work w on w.id = t.work_id
    where t.organization_id = $1 and t.id = $2`,
};

/** The run; members of its work are null when that was cleaned up. */
export async function findTestRun(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<TestRun | undefined> {
  const [row] = await runStatement<TestRun>(db, find, [organizationId, id]);
  return row;
}

const findByWork = {
  name: 'test-runs-find-by-work',
  text: `select id from test_runs where organization_id = $1 and work_id = $2`,
};

/** Id of the run that a piece of work does. */
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

/** Ends an open run; false when it has ended before. */
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
    update test_runs set ended_at = null, outcome = null, error = null, test_result_id = null
    where organization_id = $1 and id = $2`,
};

/** Opens a run again; the result that it had stays, as one that no run gave. */
export async function updateTestRunOpen(
  tx: Tx,
  run: { organizationId: OrganizationId; id: string },
): Promise<void> {
  await runStatement(tx, reopen, [run.organizationId, run.id]);
}
