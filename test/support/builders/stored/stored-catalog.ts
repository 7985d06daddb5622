import { insertOrganization } from '../../../../db/tables/organizations/organizations.ts';
import type { OrganizationId } from '../../../../domain/principal.ts';
import type { TestDatabase } from '../../servers/database.ts';

/** How much the catalog holds; each product has ten accesses. */
type CatalogSize = { teams: number; contracts: number; products: number };

const document = (kind: string, owner: string, count: number): string =>
  `insert into documents (organization_id, kind, id, revision, edition, owner_id, name, tags, search, content_hash, created_at, updated_at)
    select ?, '${kind}', '${kind}-' || n, 1, 0, ${owner}, '${kind} ' || n, '{}', '', '', now(), now()
    from generate_series(0, ${count - 1}) n`;

/**
 * Stores, without commands, a catalog of which each team owns an equal part: every fifth contract fails, one access in ten waits for a
 * decision, one in ten ends soon, and one in ten has an alert; the reader `person:ada@example.com` has 10,000 notices, and read all but 40.
 */
export async function storeCatalog(
  { database: { knex } }: TestDatabase,
  { teams, contracts, products }: CatalogSize,
): Promise<OrganizationId> {
  const named = { name: 'o', vanity: 'o', now: new Date() };
  const organizationId = await insertOrganization(knex, named);
  const accesses = products * 10;
  const statements = [
    document('team', 'null', teams),
    document('data-contract', `'team-' || n % ${teams}`, contracts),
    document('data-product', `'team-' || n % ${teams}`, products),
    `insert into contract_quality (organization_id, data_contract_id, servers, result, timestamp_start, check_count, failed_checks, of_ports)
      select ?, 'data-contract-' || n, jsonb_build_object('one', jsonb_build_object('id', 'result-' || n, 'result', r, 'at', 1, 'checks', 44,
        'failed', 10)), r, now(), 44, 10, false
      from generate_series(0, ${contracts - 1}) n, lateral (select case n / ${teams} % 5 when 0 then 'failed' else 'passed' end as r) o`,
    `insert into access (organization_id, id, revision, state, body, provider_product_id, provider_port_id, provider_team_id, consumer_type,
        consumer_team_id, created_at, updated_at, deactivate_at)
      select ?, 'access-' || n, 1, case n / ${products} when 0 then 'requested' else 'active' end, '{}', 'data-product-' || n % ${products},
        'port', 'team-' || n % ${products} % ${teams}, 'team', 'team-' || (n + 7) % ${teams}, now(), now(),
        now() + case n / ${products} when 1 then interval '3 days' else interval '300 days' end
      from generate_series(0, ${accesses - 1}) n`,
    `insert into access_alerts (organization_id, id, kind, access_id, message, found_by, raised_at, seen_at)
      select ?, gen_random_uuid(), 'not-provisioned', 'access-' || n, 'Nothing was reported.', 'system', now(), now()
      from generate_series(${2 * products}, ${3 * products - 1}) n`,
    `insert into notices (organization_id, recipient, position, id, kind, reason, subject_kind, subject_id, principal, details, at)
      select ?, 'person:ada@example.com', n, gen_random_uuid(), 'document-changed', 'follow', 'data-contract', 'data-contract-' || n,
        'system', '{"name":"Orders"}', now()
      from generate_series(1, 10000) n`,
    `insert into notice_readers (organization_id, reader, read_to) values (?, 'person:ada@example.com', 9960)`,
  ];
  for (const statement of statements) await knex.raw(statement, [organizationId]);
  await knex.raw('vacuum analyze');
  return organizationId;
}
