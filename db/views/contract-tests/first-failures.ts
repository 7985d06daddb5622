import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { verdicts } from './check-days.ts';
import type { CheckDay } from './check-days.ts';

/** A check, and the day on which it began to fail. */
export type FailingCheck = Pick<CheckDay, 'model' | 'field' | 'type' | 'qualityReference' | 'date'>;

/** The test of a day that began the failures which last until the end of that day. */
export type FirstFailure = Omit<CheckDay, 'name' | 'total'> & { at: Date };

/** Checks are compared as arrays, which lets PostgreSQL hash them although parts may be null. */
const list = {
  name: 'first-failures',
  text: `with wanted as (
      select array[w.type, w.model, w.field, w.reference, w.date] as key
      from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) as w (type, model, field, reference, date)),
    tested as (
      select t.id, t.server, t.data_contract_version, t.timestamp_start, t.created_at,
        to_char(t.timestamp_start at time zone 'UTC', 'YYYY-MM-DD') as date
      from test_results t
      where t.organization_id = $1 and t.data_contract_id = $2 and t.timestamp_start >= $3 and ($4::text is null or t.server = $4)
        and to_char(t.timestamp_start at time zone 'UTC', 'YYYY-MM-DD') = any($9)),
    checked as (
      select t.id, t.server, t.data_contract_version, t.timestamp_start, t.created_at, t.date, c.model, c.field, c.type,
        c.body->>'qualityReference' as reference, (${verdicts})[min(array_position(${verdicts}, c.result))] as result,
        max(case json_typeof(c.body->'failedNumber') when 'number' then (c.body->>'failedNumber')::float8 end) as failed_number
      from tested t join test_checks c on c.organization_id = $1 and c.test_result_id = t.id
      where array[c.type, c.model, c.field] in (select key[1:3] from wanted)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    later as (
      select *, bool_and(result in ('failed', 'error')) over (partition by server, date, model, field, type, reference
        order by timestamp_start desc, created_at desc) as fails_until_evening
      from checked
      where array[type, model, field, reference, date] in (select key from wanted)),
    firsts as (
      select distinct on (date, model, field, type, reference) * from later where fails_until_evening
      order by date, model, field, type, reference, timestamp_start, created_at)
    select f.model, f.field, f.type, f.reference as "qualityReference", f.date, f.timestamp_start as at,
      f.data_contract_version as "dataContractVersion", f.id as "testResultId", f.result, f.failed_number as "failedNumber",
      (select max(v.revision) from document_revisions v
        where v.organization_id = $1 and v.kind = 'data-contract' and v.id = $2 and v.at <= f.timestamp_start) as revision
    from firsts f`,
};

type Tests = { dataContractId: string; server?: string | undefined; from: Date };

/** The first failing tests of checks on the days on which they began to fail, by day and check. */
export function listFirstFailures(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, from, checks }: Tests & { checks: readonly FailingCheck[] },
): Promise<FirstFailure[]> {
  return runStatement(db, list, [
    organizationId,
    dataContractId,
    from,
    server,
    checks.map(({ type }) => type),
    checks.map(({ model }) => model),
    checks.map(({ field }) => field),
    checks.map(({ qualityReference }) => qualityReference),
    checks.map(({ date }) => date),
  ]);
}
