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

const verdicts = `array['error', 'failed', 'warning', 'passed', 'unknown']`;
const isFailing = `result in ('failed', 'error')`;

/**
 * Only the newest test of each day and server is read, so that hourly tests of wide contracts stay cheap. The bodies of checks that
 * never failed are not parsed where only failing checks are wanted.
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
        and (not $8 or exists (select 1 from failing f where f.type = c.type
          and f.model is not distinct from c.model and f.field is not distinct from c.field))
      group by 1, 2, 3, 4, 5, 6, 7, 8),
    ranked as (
      select model, field, type, reference, (array_agg(name order by date desc))[1] as name,
        bool_or(${isFailing} and date = (select max(date) from newest)) as is_failing,
        count(*) filter (where ${isFailing}) as failing_days, count(*) over () as total
      from daily group by 1, 2, 3, 4 having not $8 or bool_or(${isFailing})
      order by is_failing desc, failing_days desc, type, model, field, reference limit $9)
    select d.model, d.field, d.type, d.reference as "qualityReference", r.name, d.date,
      d.data_contract_version as "dataContractVersion", d.revision, d.id as "testResultId", d.result,
      d.failed_number as "failedNumber", r.total::int as total
    from ranked r join daily d on d.type = r.type and d.model is not distinct from r.model
      and d.field is not distinct from r.field and d.reference is not distinct from r.reference
    order by r.is_failing desc, r.failing_days desc, d.type, d.model, d.field, d.reference, d.date,
      array_position(${verdicts}, d.result), d.failed_number desc nulls last`,
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
