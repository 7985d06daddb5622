import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const insertOld = `with head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
    select $1, $2, id, 1, 0, id, '{}', '''old'':1A', '', now(), now() from unnest($3::text[]) id)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, $2, id, 1, 0, $4::json, now(), 'system' from unnest($3::text[]) id`;

const result = `insert into test_results (organization_id, id, data_contract_id, data_contract_version, server, timestamp_start,
    timestamp_end, result, logs, created_at, check_count, failed_checks)
  values ($1, $2, 'contract-1', '1.0.0', 's', $3, $3, $4, '[]', now(), 3, 1)`;

test('documents that are there already get what the search counts by, and contracts their newest test', async () => {
  await database.migrateUntil('0042-facets');
  const organizationId = await database.addOrganization();
  const contract = {
    apiVersion: 'v3.1.0',
    id: 'x',
    version: '2.0.0',
    schema: [
      {
        name: 't',
        properties: [
          {
            name: 'a',
            classification: 'personal',
            authoritativeDefinitions: [
              { type: 'semantics', url: 'https://x/semantics/sales/order' },
            ],
          },
        ],
      },
    ],
  };
  const product = { id: 'x', name: 'x', outputPorts: [{ name: 'p', type: 'csv' }] };
  const contracts = Array.from({ length: 1_203 }, (_, n) => `contract-${n}`);
  const insert = (kind: string, ids: string[], body: object) =>
    database.query(insertOld, [organizationId, kind, ids, JSON.stringify(body)]);
  await insert('data-contract', contracts, contract);
  await insert('data-product', ['product'], product);
  await insert('team', ['team'], { id: 'team', name: 'team', type: 'Team' });
  for (const [id, day, verdict] of [
    ['first', 3, 'passed'],
    ['newest', 9, 'failed'],
    ['backdated', 1, 'error'],
  ] as const)
    await database.query(result, [organizationId, id, `2026-01-0${day}T00:00:00Z`, verdict]);
  await database.migrate();

  const heads =
    await database.query(`select kind, version, port_types, classifications, concepts, count(*)::int as count from documents
      group by 1, 2, 3, 4, 5 order by kind`);
  const none = { version: null, port_types: null, classifications: null, concepts: null };
  expect(heads).toEqual([
    {
      kind: 'data-contract',
      version: '2.0.0',
      port_types: null,
      classifications: ['personal'],
      concepts: ['sales/order'],
      count: 1_203,
    },
    { ...none, kind: 'data-product', port_types: ['csv'], count: 1 },
    { ...none, kind: 'team', count: 1 },
  ]);
  const words = `select count(*)::int as count from documents where search @@ $1::tsquery`;
  expect(await database.query(words, [`'classification=personal'`])).toEqual([{ count: 1_203 }]);
  expect(await database.query(words, [`'port=csv'`])).toEqual([{ count: 1 }]);
  expect(
    await database.query(`select (select string_agg(state->>'id', ' ') from jsonb_each(servers) as s(server, state)) as ids, result, failed_checks
        from contract_quality`),
  ).toEqual([{ ids: 'newest', result: 'failed', failed_checks: 1 }]);
});
