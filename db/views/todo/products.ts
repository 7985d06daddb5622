import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { worstResult } from '../../worst-result.ts';
import { countsFor } from '../search/product-results.ts';

/** A product as its owners look at it: tests of what it offers, who uses it, and what waits. */
export type StudioProduct = {
  id: string;
  name: string;
  status: string | null;
  version: string | null;
  ownerId: string | null;
  ownerName: string | null;
  /** Worst result of the newest tests of the contracts of its output ports; null if none was tested. */
  result: string | null;
  checkCount: number;
  failedChecks: number;
  consumerCount: number;
  requestCount: number;
  /** Assets that differ from the contracts of its ports. */
  driftCount: number;
  /** Rules of policies that it does not keep. */
  findingCount: number;
};

const statementFor = (name: string, owned: string): Statement => ({
  name,
  text: `with page as (
      select d.id, d.name, d.status, d.version, d.owner_id, d.findings from documents d
      where d.organization_id = $1 and d.kind = 'data-product' and ($3::text is null or d.id > $3) ${owned}
      order by d.id limit $4)
    select page.id, page.name, page.status, page.version, page.owner_id as "ownerId", t.name as "ownerName", tests.result,
      coalesce(tests.checks, 0) as "checkCount", coalesce(tests.failed, 0) as "failedChecks",
      used.consumers as "consumerCount", used.requests as "requestCount", drift.count as "driftCount",
      coalesce(jsonb_array_length(page.findings), 0) as "findingCount"
    from page
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = page.owner_id
    cross join lateral (
      select ${worstResult(`s.state->>'result'`)} as result, sum((s.state->>'checks')::int)::int as checks,
        sum((s.state->>'failed')::int)::int as failed
      from (select distinct f.target_id as contract from document_references f
        where f.organization_id = $1 and f.kind = 'data-product' and f.id = page.id and f.role = 'output-port'
          and f.target_kind = 'data-contract') offered
      join contract_quality q on q.organization_id = $1 and q.data_contract_id = offered.contract
      cross join lateral jsonb_each(q.servers) as s(server, state)
      where ${countsFor('page.id')}) tests
    cross join lateral (
      select count(distinct (a.consumer_type, coalesce(a.consumer_product_id, a.consumer_team_id, lower(a.consumer_user_id))))
          filter (where a.state = 'active')::int as consumers,
        count(*) filter (where a.state = 'requested')::int as requests
      from access a where a.organization_id = $1 and a.provider_product_id = page.id and a.provider_product_id <> '') used
    cross join lateral (
      select count(*)::int as count from asset_drifts x where x.organization_id = $1 and x.data_product_id = page.id) drift
    order by page.id`,
});

const all = statementFor('studio-products-all', 'and $2::text[] is null');
const ofTeams = statementFor('studio-products-of-teams', 'and d.owner_id = any($2::text[])');

/** Products of the teams, by id after `after`; all products without teams. */
export function listStudioProducts(
  db: Db,
  organizationId: OrganizationId,
  of: { teams: readonly string[] | undefined; after: string | undefined; limit: number },
): Promise<StudioProduct[]> {
  const { teams, after, limit } = of;
  return runStatement(db, teams ? ofTeams : all, [organizationId, teams, after, limit]);
}
