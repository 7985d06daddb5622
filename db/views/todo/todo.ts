import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { accessProducts } from '../../tables/access/access.ts';
import type { Listed } from './listed.ts';

/** Owning teams, without which everything of the organization is listed, and the length of the list. */
export type TodoFilter = { teams: readonly string[] | undefined; limit: number };

/** Two statements: with teams Postgres begins with their index, without them no condition is left to plan for. */
function statements(name: string, textFor: (condition: (column: string) => string) => string) {
  const all: Statement = { name: `${name}-all`, text: textFor(() => 'and $2::text[] is null') };
  const ofTeams: Statement = {
    name: `${name}-of-teams`,
    text: textFor((column) => `and ${column} = any($2::text[])`),
  };
  return { all, ofTeams };
}

const total = '(count(*) over ())::int as total';

const teamName = (owner: string): string => `left join documents t on t.organization_id = $1
      and t.kind = 'team' and t.id = ${owner}`;

function run<Row>(
  db: Db,
  { all, ofTeams }: ReturnType<typeof statements>,
  organizationId: OrganizationId,
  { teams, limit }: TodoFilter,
): Promise<Listed<Row>[]> {
  return runStatement(db, teams ? ofTeams : all, [organizationId, teams, limit]);
}

/** Open requests for the ports of a product. */
export type RequestedProduct = {
  dataProductId: string;
  dataProductName: string | null;
  count: number;
  oldestAt: Date;
};

const requested = statements(
  'todo-requested',
  (
    owned,
  ) => `select a.provider_product_id as "dataProductId", p.name as "dataProductName", count(*)::int as count,
      min(a.created_at) as "oldestAt", (sum(count(*)) over ())::int as total
    from access a ${accessProducts}
    where a.organization_id = $1 and a.state = 'requested' ${owned('coalesce(p.owner_id, a.provider_team_id)')}
    group by a.provider_product_id, p.name order by min(a.created_at), a.provider_product_id limit $3`,
);

/** Products with open requests, the longest waiting first; `total` counts the requests. */
export const listRequestedProducts = (db: Db, id: OrganizationId, filter: TodoFilter) =>
  run<RequestedProduct>(db, requested, id, filter);

/** A server of a contract whose newest test failed. */
export type FailingContract = {
  dataContractId: string;
  name: string;
  teamName: string | null;
  server: string | null;
  testResultId: string;
  result: string;
  failedChecks: number;
  checkCount: number;
  testedAt: Date;
  /** First test of the failures that last until now, of the last 90 days. */
  failingSince: Date;
};

/** The first failed test after the last one that did not fail; the index of trends has all columns. */
const failingSince = (testedAt: string): string => {
  const tests = `test_results r where r.organization_id = $1 and r.data_contract_id = page.id
        and r.server is not distinct from nullif(s.server, '') and r.timestamp_start <= ${testedAt}
        and r.timestamp_start > ${testedAt} - interval '90 days'`;
  const lastGood = `select max(r.timestamp_start) from ${tests} and r.result not in ('failed', 'error')`;
  return `select min(r.timestamp_start) as at from ${tests}
        and r.timestamp_start > coalesce((${lastGood}), '-infinity')`;
};

// An index has all that is counted and ordered; the tests and names are read for the listed contracts only.
const failing = statements(
  'todo-failing',
  (owned) => `with page as (
      select q.data_contract_id as id, q.failed_checks, q.timestamp_start, (sum(q.failing_servers) over ())::int as total
      from documents d
      join contract_quality q on q.organization_id = $1 and q.data_contract_id = d.id and q.result in ('failed', 'error')
      where d.organization_id = $1 and d.kind = 'data-contract' ${owned('d.owner_id')}
      order by q.failed_checks desc, q.timestamp_start desc, q.data_contract_id limit $3)
    select d.id as "dataContractId", d.name, t.name as "teamName", nullif(s.server, '') as server,
      s.test->>'id' as "testResultId", s.test->>'result' as result, (s.test->>'failed')::int as "failedChecks",
      (s.test->>'checks')::int as "checkCount", to_timestamp((s.test->>'at')::float8 / 1000) as "testedAt", page.total,
      coalesce(since.at, to_timestamp((s.test->>'at')::float8 / 1000)) as "failingSince"
    from page join documents d on d.organization_id = $1 and d.kind = 'data-contract' and d.id = page.id
    join contract_quality q on q.organization_id = $1 and q.data_contract_id = page.id
    cross join lateral jsonb_each(q.servers) s(server, test)
    ${teamName('d.owner_id')}
    cross join lateral (${failingSince(`to_timestamp((s.test->>'at')::float8 / 1000)`)}) since
    where s.test->>'result' in ('failed', 'error')
    order by page.failed_checks desc, page.timestamp_start desc, page.id, (s.test->>'failed')::int desc, s.server limit $3`,
);

/** Newest tests that failed, by server; the contracts with most failed checks first. */
export const listFailingContracts = (db: Db, id: OrganizationId, filter: TodoFilter) =>
  run<FailingContract>(db, failing, id, filter);

/** A product with assets that differ from the contracts of its ports. */
export type DriftedProduct = {
  dataProductId: string;
  name: string;
  teamName: string | null;
  assetCount: number;
  foundAt: Date;
};

const drifted = statements(
  'todo-drifted',
  (
    owned,
  ) => `select d.id as "dataProductId", d.name, max(t.name) as "teamName", count(*)::int as "assetCount",
      min(f.found_at) as "foundAt", ${total}
    from documents d
    join asset_drifts f on f.organization_id = d.organization_id and f.data_product_id = d.id
    ${teamName('d.owner_id')}
    where d.organization_id = $1 and d.kind = 'data-product' ${owned('d.owner_id')}
    group by d.id, d.name order by count(*) desc, d.id limit $3`,
);

/** Products with drift, most assets first. */
export const listDriftedProducts = (db: Db, id: OrganizationId, filter: TodoFilter) =>
  run<DriftedProduct>(db, drifted, id, filter);

/** A branch that its namespace disagrees with. */
export type ConflictedBranch = {
  namespaceId: string;
  namespaceName: string;
  branch: string;
  conflictCount: number;
  updatedAt: Date;
};

const conflicted = statements(
  'todo-conflicted',
  (owned) => `select n.id as "namespaceId", n.name as "namespaceName", b.name as branch,
      coalesce(b.conflict_count, 0) as "conflictCount", b.updated_at as "updatedAt", ${total}
    from ontology_branches b join namespaces n on n.organization_id = b.organization_id and n.id = b.namespace_id
    where b.organization_id = $1 and b.status = 'conflicted' ${owned('n.owner_id')}
    order by b.updated_at desc, n.id, b.name limit $3`,
);

/** Branches in conflict, the last changed first. */
export const listConflictedBranches = (db: Db, id: OrganizationId, filter: TodoFilter) =>
  run<ConflictedBranch>(db, conflicted, id, filter);

/** A contract or product that does not keep rules of policies. */
export type BrokenRules = {
  kind: string;
  id: string;
  name: string;
  teamName: string | null;
  errorCount: number;
  warningCount: number;
  /** Message of the first rule that it does not keep, errors first. */
  message: string;
};

const countOfSeverity = (severity: string): string =>
  `jsonb_array_length(jsonb_path_query_array(page.findings, '$[*] ? (@.severity == "${severity}")'))`;

const broken = statements(
  'todo-findings',
  (owned) => `with page as (
      select d.kind, d.id, d.name, d.owner_id, d.findings, ${total}
      from documents d where d.organization_id = $1 and d.findings is not null ${owned('d.owner_id')}
      order by d.kind, d.id limit $3)
    select page.kind, page.id, page.name, t.name as "teamName", ${countOfSeverity('error')} as "errorCount",
      ${countOfSeverity('warning')} as "warningCount",
      (select f->>'message' from jsonb_array_elements(page.findings) with ordinality as e(f, n)
        order by f->>'severity', n limit 1) as message, page.total
    from page ${teamName('page.owner_id')}
    order by (${countOfSeverity('error')}) desc, (${countOfSeverity('warning')}) desc, page.kind, page.id`,
);

/** Documents that do not keep rules of policies; those of the page with most errors first. */
export const listBrokenRules = (db: Db, id: OrganizationId, filter: TodoFilter) =>
  run<BrokenRules>(db, broken, id, filter);
