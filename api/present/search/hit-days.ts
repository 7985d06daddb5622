import type { Db } from '../../../db/connect.ts';
import { listTestTrends } from '../../../db/views/contract-tests/test-trend.ts';
import type { TrendDay } from '../../../db/views/contract-tests/test-trend.ts';
import type { Hit } from '../../../db/views/search/hits.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { lastDays } from './last-days.ts';

const days = 30;
const worstFirst = ['error', 'failed', 'warning', 'passed', 'unknown'];

export type HitDay = Pick<TrendDay, 'date' | 'result' | 'checks' | 'failedChecks'>;

/** The tests of the last 30 days of each hit, in their order; the contracts of a product are added up, and the worst counts. */
export async function daysOfHits(
  db: Db,
  organizationId: OrganizationId,
  hits: readonly Hit[],
  now: Date,
): Promise<HitDay[][]> {
  const dataContractIds = [...new Set(hits.flatMap((hit) => hit.testedContracts ?? []))];
  if (dataContractIds.length === 0) return hits.map(() => []);
  const of = { dataContractIds, ...lastDays(days, now) };
  const trends = await listTestTrends(db, organizationId, of);
  return hits.map(({ testedContracts }) =>
    merge((testedContracts ?? []).flatMap((id) => trends.get(id) ?? [])),
  );
}

function merge(all: readonly TrendDay[]): HitDay[] {
  const byDate = new Map<string, HitDay>();
  for (const { date, result, checks, failedChecks } of all) {
    const before = byDate.get(date);
    byDate.set(date, {
      date,
      result: before && isWorse(before.result, result) ? before.result : result,
      checks: checks + (before?.checks ?? 0),
      failedChecks: failedChecks + (before?.failedChecks ?? 0),
    });
  }
  return [...byDate.values()].toSorted((left, right) => (left.date < right.date ? -1 : 1));
}

const isWorse = (one: string, other: string): boolean =>
  worstFirst.indexOf(one) < worstFirst.indexOf(other);
