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
  text: `select to_char(timestamp_start at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as runs,
      (array['error', 'failed', 'warning', 'passed', 'unknown'])[min(array_position(
        array['error', 'failed', 'warning', 'passed', 'unknown'], result))] as result,
      count(*) filter (where result = 'passed')::int as passed, count(*) filter (where result = 'warning')::int as warning,
      count(*) filter (where result = 'failed')::int as failed, count(*) filter (where result = 'error')::int as error,
      count(*) filter (where result = 'unknown')::int as unknown,
      sum(check_count)::int as checks, sum(failed_checks)::int as "failedChecks",
      round(percentile_cont(0.5) within group (
        order by extract(epoch from timestamp_end - timestamp_start)::float8 * 1000)) as "durationMs"
    from test_results
    where organization_id = $1 and data_contract_id = $2 and timestamp_start >= $3 and timestamp_start < $4
      and ($5::text is null or server = $5)
    group by 1 order by 1`,
};

/** One row for each UTC day on which tests of the contract started, oldest first. */
export function listTestTrend(
  db: Db,
  organizationId: OrganizationId,
  of: { dataContractId: string; server: string | undefined; from: Date; to: Date },
): Promise<TrendDay[]> {
  const { dataContractId, server, from, to } = of;
  return runStatement<TrendDay>(db, trend, [organizationId, dataContractId, from, to, server]);
}
