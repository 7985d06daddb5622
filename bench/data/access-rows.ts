import type { Client } from 'pg';
import { products } from './search-rows.ts';

export const accesses = 10_000;
/** The team that has as many accesses again, each to another product or port. */
export const reader = 'team-7';

/** The document of an access, as the API stores it: pages know an access by the id in it. */
const body = (id: string, consumer: string): string => `json_build_object('id', ${id},
    'info', json_build_object('purpose', 'Forecast'),
    'provider', json_build_object('dataProductId', 'product-' || n % ${products}, 'outputPortId', 'port-0'),
    'consumer', json_build_object('teamId', ${consumer}))`;

/** Accesses to every product: one in ten waits for a decision, one in ten ends soon; one in ten of them has an alert. */
const insertAccesses = `
  insert into access (organization_id, id, revision, state, body, provider_product_id, provider_port_id, provider_team_id,
    consumer_type, consumer_team_id, created_at, updated_at, deactivate_at)
  select $1, 'access-' || n, 1, case n % 10 when 0 then 'requested' else 'active' end, ${body(`'access-' || n`, `'team-' || (n + 7) % 500`)},
    'product-' || n % ${products}, 'port-0', 'team-' || n % 500, 'team', 'team-' || (n + 7) % 500, now(), now(),
    now() + case n % 10 when 1 then interval '3 days' else interval '300 days' end
  from generate_series(0, ${accesses - 1}) n`;

const insertOfReader = `
  insert into access (organization_id, id, revision, state, body, provider_product_id, provider_port_id, provider_team_id,
    consumer_type, consumer_team_id, created_at, updated_at, deactivate_at)
  select $1, 'reader-' || n, 1, 'active', ${body(`'reader-' || n`, `'${reader}'`)}, 'product-' || n % ${products}, 'port-0',
    'team-' || n % 500, 'team', '${reader}', now(), now(), now() + interval '300 days'
  from generate_series(0, ${accesses - 1}) n`;

const insertAlerts = `
  insert into access_alerts (organization_id, id, kind, access_id, message, found_by, raised_at, seen_at)
  select $1, gen_random_uuid(), 'not-provisioned', 'access-' || n, 'Nothing was reported.', 'system', now(), now()
  from generate_series(2, ${accesses - 1}, 10) n`;

/** Notices of the operators. */
const insertNotices = `
  insert into notices (organization_id, recipient, position, id, kind, reason, subject_kind, subject_id, principal, details, at)
  select $1, 'organization', n, gen_random_uuid(), 'document-changed', 'follow', 'data-contract', 'contract-' || n, 'system',
    '{"name":"Orders"}', now()
  from generate_series(1, ${accesses}) n`;

/** Fills the organization of \`createCatalog\` with accesses and notices. */
export async function fillAccesses(client: Client, organizationId: string): Promise<void> {
  for (const insert of [insertAccesses, insertOfReader, insertAlerts, insertNotices])
    await client.query(insert, [organizationId]);
  for (const table of ['access', 'access_alerts', 'notices'])
    await client.query(`vacuum analyze ${table}`);
}
