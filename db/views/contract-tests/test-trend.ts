import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The tests of a contract on one day; `date` is the UTC day on which they started. */
export type TrendDay = {
  date: string;
  runs: number;
  /** Worst result of the day. */
  result: string;
  passed: number;
  warning: number;
  failed: number;
  error: number;
  unknown: number;
  checks: number;
  failedChecks: number;
  /** Median. */
  durationMs: number;
};

const trend = {
  name: 'test-trend',
  text: `select data_contract_id as "dataContractId", to_char(timestamp_start at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as runs,
      (array['error', 'failed', 'warning', 'passed', 'unknown'])[min(array_position(
        array['error', 'failed', 'warning', 'passed', 'unknown'], result))] as result,
      count(*) filter (where result = 'passed')::int as passed, count(*) filter (where result = 'warning')::int as warning,
      count(*) filter (where result = 'failed')::int as failed, count(*) filter (where result = 'error')::int as error,
      count(*) filter (where result = 'unknown')::int as unknown,
      sum(check_count)::int as checks, sum(failed_checks)::int as "failedChecks",
      round(percentile_cont(0.5) within group (
        order by extract(epoch from timestamp_end - timestamp_start)::float8 * 1000)) as "durationMs"
    from test_results
    where organization_id = $1 and data_contract_id = any($2) and timestamp_start >= $3 and timestamp_start < $4
      and ($5::text is null or server = $5)
    group by 1, 2 order by 1, 2`,
};

/** The days of each contract on which its tests started, oldest first; contracts without tests are left out. */
export async function listTestTrends(
  db: Db,
  organizationId: OrganizationId,
  of: { dataContractIds: readonly string[]; server?: string | undefined; from: Date; to: Date },
): Promise<Map<string, TrendDay[]>> {
  const { dataContractIds, server, from, to } = of;
  const values = [organizationId, [...dataContractIds], from, to, server];
  const rows = await runStatement<TrendDay & { dataContractId: string }>(db, trend, values);
  const trends = new Map<string, TrendDay[]>();
  for (const { dataContractId, ...day } of rows) {
    const days = trends.get(dataContractId);
    if (days) days.push(day);
    else trends.set(dataContractId, [day]);
  }
  return trends;
}
