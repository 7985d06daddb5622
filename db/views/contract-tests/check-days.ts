import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Checks of one kind on one day, in the newest test of that day. */
export type CheckDay = {
  type: string;
  qualityReference: string | null;
  /** UTC day on which the test started. */
  date: string;
  dataContractVersion: string;
  /** Worst result of these checks. */
  result: string;
  failedNumber: number | null;
};

/** Only the newest test of each day is read, so that hourly tests of wide contracts stay cheap. */
const list = {
  name: 'check-days',
  text: `with newest as (
      select distinct on (date) to_char(timestamp_start at time zone 'UTC', 'YYYY-MM-DD') as date, id, data_contract_version
      from test_results
      where organization_id = $1 and data_contract_id = $2 and timestamp_start >= $3 and timestamp_start < $4
        and ($5::text is null or server = $5)
      order by date, timestamp_start desc, created_at desc)
    select c.type, c.body->>'qualityReference' as "qualityReference", d.date,
      d.data_contract_version as "dataContractVersion",
      (array['error', 'failed', 'warning', 'passed', 'unknown'])[min(array_position(
        array['error', 'failed', 'warning', 'passed', 'unknown'], c.result))] as result,
      max(case json_typeof(c.body->'failedNumber') when 'number' then (c.body->>'failedNumber')::float8 end) as "failedNumber"
    from newest d join test_checks c on c.organization_id = $1 and c.test_result_id = d.id
    where c.model = $6 and c.field is not distinct from $7
    group by 1, 2, 3, 4 order by 1, 2, 3`,
};

/** Which checks of a table, or of one of its fields. */
export type CheckedPart = {
  dataContractId: string;
  server?: string | undefined;
  model: string;
  field?: string | undefined;
  from: Date;
  to: Date;
};

/** The checks of a table or field on each day, by type, quality rule and day. */
export function listCheckDays(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, server, model, field, from, to }: CheckedPart,
): Promise<CheckDay[]> {
  return runStatement(db, list, [organizationId, dataContractId, from, to, server, model, field]);
}
