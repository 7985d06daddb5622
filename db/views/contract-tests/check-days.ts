import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Checks of one kind on one day, in the newest test of that day on one server. */
export type CheckDay = {
  model: string | null;
  field: string | null;
  type: string;
  qualityReference: string | null;
  /** Name of the check in the newest of these tests. */
  name: string;
  /** UTC day on which the test started. */
  date: string;
  dataContractVersion: string;
  /** Newest revision of the contract when the test started; null if it was deleted. */
  revision: number | null;
  testResultId: string;
  /** Worst result of these checks. */
  result: string;
  failedNumber: number | null;
  /** Number of all checks, also of those after the limit. */
  total: number;
};

/** Results of checks, the worst first. */
export const verdicts = `array['error', 'failed', 'warning', 'passed', 'unknown']`;
const isFailing = `result in ('failed', 'error')`;

/**
 * Only the newest test of each day and server is read, so that hourly tests of wide contracts stay cheap. The bodies of checks that
 * never failed are not parsed where only failing checks are wanted. Nothing is joined by the parts of a check, which may be null: that
 * compared each check with each row.
 */
const list = {
  name: 'check-days',
  text: `with newest as (
      select distinct on (date, server) to_char(timestamp_start at time zone 'UTC', 'YYYY-MM-DD') as date, id, data_contract_version,
        timestamp_start
      from test_results
      where organization_id = $1 and data_contract_id = $2 and timestamp_start >= $3 and timestamp_start < $4
        and ($5::text is null or server = $5)
      order by date, server, timestamp_start desc, created_at desc),
    tested as (
      select n.date, n.id, n.data_contract_version, (select max(v.revision) from document_revisions v
        where v.organization_id = $1 and v.kind = 'data-contract' and v.id = $2 and v.at <= n.timestamp_start) as revision
      from newest n),
    failing as (
      select distinct c.type, c.model, c.field from tested d
      join test_checks c on c.organization_id = $1 and c.test_result_id = d.id and c.result in ('failed', 'error')
      where $8),
    daily as (
      select c.model, c.field, c.type, c.body->>'qualityReference' as reference, d.date, d.data_contract_version, d.revision, d.id,
        max(coalesce(c.body->>'name', c.type)) as name,
        (${verdicts})[min(array_position(${verdicts}, c.result))] as result,
        max(case json_typeof(c.body->'failedNumber') when 'number' then (c.body->>'failedNumber')::float8 end) as failed_number
      from tested d join test_checks c on c.organization_id = $1 and c.test_result_id = d.id
      where ($6::text is null or (c.model = $6 and c.field is not distinct from $7))
        and (not $8 or array[c.type, c.model, c.field] in (select array[f.type, f.model, f.field] from failing f))
      group by 1, 2, 3, 4, 5, 6, 7, 8),
    ranked as (
      select d.*, bool_or(${isFailing} and date = (select max(date) from newest)) over checks as is_failing,
        count(*) filter (where ${isFailing}) over checks as failing_days
      from daily d window checks as (partition by model, field, type, reference)),
    placed as (
      select *, first_value(name) over (partition by model, field, type, reference order by date desc) as newest_name,
        dense_rank() over (order by is_failing desc, failing_days desc, type, model, field, reference) as place
      from ranked where not $8 or failing_days > 0)
    select model, field, type, reference as "qualityReference", newest_name as name, date,
      data_contract_version as "dataContractVersion", revision, id as "testResultId", result, failed_number as "failedNumber",
      (select max(place) from placed)::int as total
    from placed where place <= $9
    order by place, date, array_position(${verdicts}, result), failed_number desc nulls last`,
};

/** Which checks of a contract: all, or those of a table or of one of its fields. */
export type CheckedPart = {
  dataContractId: string;
  server?: string | undefined;
  model?: string | undefined;
  field?: string | undefined;
  /** Leaves out checks that never failed. */
  failing: boolean;
  limit: number;
  from: Date;
  to: Date;
};

/** The checks on each day, those that fail now first, then those that failed on most days; days oldest first, and of a day the worst first. */
export function listCheckDays(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, model, field, failing, limit, from, to }: CheckedPart,
): Promise<CheckDay[]> {
  const part = [model, field, failing, limit];
  return runStatement(db, list, [organizationId, dataContractId, from, to, server, ...part]);
}
