import { branchIdPattern } from '../../../domain/contract-branches/branch-id.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { StoredChecks } from '../../../domain/test-results/store-checks.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { isNoBranch } from '../change-requests/contract-branches.ts';
import { forgetQuality, noteQuality } from './contract-quality.ts';

export type NewTestResult = {
  organizationId: OrganizationId;
  id: string;
  /** Set for results of Concordat's own tests only. */
  testRunId: string | undefined;
  dataContractId: string;
  dataContractVersion: string;
  server: string | undefined;
  timestampStart: Date;
  timestampEnd: Date;
  result: string;
  /** A JSON list. */
  logs: string;
  /** The published results as JSON text, returned unchanged. */
  body?: string | undefined;
  now: Date;
  /** True if a check contains samples of failed rows. */
  hasSamples: boolean;
} & StoredChecks;

const insert = {
  name: 'test-results-insert',
  text: `with head as (
      insert into test_results (organization_id, id, test_run_id, data_contract_id, data_contract_version, server,
        timestamp_start, timestamp_end, result, logs, created_at, body, check_count, failed_checks, has_samples)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, json_array_length($12::json),
        (select count(*) from json_to_recordset($12::json) as c(result text) where c.result in ('failed', 'error')), $14)
      on conflict (organization_id, id) do nothing returning id, check_count, failed_checks),
    quality as (${noteQuality(`select $1::uuid as organization_id, $4 as data_contract_id, $6 as server, id, $9 as result,
      $7::timestamptz as timestamp_start, check_count, failed_checks from head where $4 not like '${branchIdPattern}'`)}),
    checks as (
    insert into test_checks (organization_id, test_result_id, position, type, result, model, field, body)
    select $1, head.id, c.position - 1, c.type, c.result, c.model, c.field, c.body
    from head, rows from (
      json_to_recordset($12::json) as (type text, result text, model text, field text),
      unnest(string_to_array($15, chr(30))::json[])
    ) with ordinality as c(type, result, model, field, body, position))
    select id from head`,
};

/**
 * Stores a result with all its checks in one statement; the database refuses a second result of a run. False
 * when the id exists.
 */
export async function insertTestResult(tx: Tx, result: NewTestResult): Promise<boolean> {
  const rows = await runStatement(tx, insert, [
    result.organizationId,
    result.id,
    result.testRunId,
    result.dataContractId,
    result.dataContractVersion,
    result.server,
    result.timestampStart,
    result.timestampEnd,
    result.result,
    result.logs,
    result.now,
    result.checks,
    result.body,
    result.hasSamples,
    result.checkBodies,
  ]);
  return rows.length > 0;
}

export type TestResultHead = {
  id: string;
  dataContractId: string;
  dataContractVersion: string;
  server: string | null;
  timestampStart: Date;
  timestampEnd: Date;
  result: string;
  checkCount: number;
  failedChecks: number;
};

const headColumns = `id, data_contract_id as "dataContractId", data_contract_version as "dataContractVersion", server,
  timestamp_start as "timestampStart", timestamp_end as "timestampEnd", result,
  check_count as "checkCount", failed_checks as "failedChecks"`;

const find = {
  name: 'test-results-find',
  text: `select ${headColumns}, logs::text as logs, body::text as body,
      (select coalesce(json_agg(c.body order by c.position), '[]')::text from test_checks c
        where c.organization_id = r.organization_id and c.test_result_id = r.id) as checks
    from test_results r where organization_id = $1 and id = $2`,
};

/** A result with its JSON texts; `body` holds published results completely. */
export type StoredTestResult = TestResultHead & {
  checks: string;
  logs: string;
  body: string | null;
};

/** One result. */
export async function findTestResult(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredTestResult | undefined> {
  const [row] = await runStatement<StoredTestResult>(db, find, [organizationId, id]);
  return row;
}

const findHead = {
  name: 'test-results-find-head',
  text: `select ${headColumns} from test_results where organization_id = $1 and id = $2`,
};

/** One result without its checks. */
export async function findTestResultHead(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<TestResultHead | undefined> {
  const [row] = await runStatement<TestResultHead>(db, findHead, [organizationId, id]);
  return row;
}

export type TestResultFilter = {
  dataContractId: string | undefined;
  server: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  /** Results, any of which matches. */
  results: readonly string[] | undefined;
};

const list = {
  name: 'test-results-list',
  text: `select ${headColumns} from test_results
    where organization_id = $1 and (data_contract_id = $2 or $2::text is null and ${isNoBranch}) and ($3::text is null or server = $3)
      and ($4::timestamptz is null or timestamp_start >= $4) and ($5::timestamptz is null or timestamp_start < $5)
      and ($6::timestamptz is null or (created_at, id) < ($6, $7)) and ($8::text[] is null or result = any($8))
    order by created_at desc, id desc limit $9 offset $10`,
};

/** Heads of results, newest first; `after` is the last result of the previous page. */
export function listTestResults(
  db: Db,
  organizationId: OrganizationId,
  filter: TestResultFilter,
  page: { limit: number; offset: number; after: { createdAt: Date; id: string } | undefined },
): Promise<TestResultHead[]> {
  return runStatement<TestResultHead>(db, list, [
    organizationId,
    filter.dataContractId ?? null,
    filter.server ?? null,
    filter.from ?? null,
    filter.to ?? null,
    page.after?.createdAt ?? null,
    page.after?.id ?? null,
    filter.results ?? null,
    page.limit,
    page.offset,
  ]);
}

const count = {
  name: 'test-results-count',
  text: `select count(*)::int as total from test_results
    where organization_id = $1 and (data_contract_id = $2 or $2::text is null and ${isNoBranch}) and ($3::text is null or server = $3)
      and ($4::timestamptz is null or timestamp_start >= $4) and ($5::timestamptz is null or timestamp_start < $5)
      and ($6::text[] is null or result = any($6))`,
};

/** Number of results on all pages. */
export async function countTestResults(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, from, to, results }: TestResultFilter,
): Promise<number> {
  const values = [organizationId, dataContractId, server, from, to, results];
  const [row] = await runStatement<{ total: number }>(db, count, values);
  return row?.total ?? 0;
}

/** The time at which a result was stored, where paging continues. */
export async function findTestResultTime(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<Date | undefined> {
  const row = await db('test_results')
    .where({ organization_id: organizationId, id })
    .first<{ created_at: Date } | undefined>('created_at');
  return row?.created_at;
}

const remove = {
  name: 'test-results-delete',
  text: `with deleted as (
      delete from test_results where organization_id = $1 and id = $2 returning test_run_id, data_contract_id),
    run as (
      update test_runs set test_result_id = null
      where organization_id = $1 and id in (select test_run_id from deleted))
    select data_contract_id as "dataContractId" from deleted`,
};

/** Deletes a result with its checks and unlinks it from its run; the newest other one tells the quality of its contract. */
export async function deleteTestResult(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const values = [organizationId, id];
  const [deleted] = await runStatement<{ dataContractId: string }>(tx, remove, values);
  if (!deleted) return false;
  await forgetQuality(tx, { organizationId, testResultId: id, ...deleted });
  return true;
}

const forgetSamples = {
  name: 'test-results-forget-samples',
  text: `with old as (
      select organization_id, id from test_results where has_samples and created_at < $1 order by created_at limit $2),
    bare as (
      update test_checks c set body = (c.body::jsonb - 'failedSamples')::json
      from old where c.organization_id = old.organization_id and c.test_result_id = old.id
        and c.body::jsonb ? 'failedSamples'
      returning 1)
    update test_results r set has_samples = false from old
    where r.organization_id = old.organization_id and r.id = old.id returning 1`,
};

/**
 * Deletes samples of failed rows from up to `limit` results older than the given time; returns the number of
 * results.
 */
export async function deleteFailedSamples(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, forgetSamples, [before, limit])).length;
}
