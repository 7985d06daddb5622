import { writeDocument } from '../../../db/tables/documents/writes.ts';
import type { DocumentWrite } from '../../../db/tables/documents/writes.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { transact } from '../../../db/transact.ts';
import { searchDocuments } from '../../../db/views/search/search.ts';
import type { SearchResult } from '../../../db/views/search/search.ts';
import { toSearchEntry } from '../../../domain/kinds/document-head.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  const organization = { name: 'o', vanity: 'o', now: new Date() };
  organizationId = await insertOrganization(store.database.knex, organization);
});
afterAll(() => store.drop());

function write(id: string, name: string, searchText: string): DocumentWrite {
  const owner = { candidates: [], required: false };
  const extract = { name, description: '', status: 'active', tags: ['x'], owner, searchText };
  return {
    organizationId,
    kind: 'data-contract',
    id,
    ownerId: undefined,
    name,
    status: 'active',
    tags: '["x"]',
    ...toSearchEntry(id, extract),
    contentHash: Buffer.from(id),
    body: '{}',
    source: undefined,
    principal: 'system',
    requestId: undefined,
    eventType: 'DataContractUpdatedEvent',
    now: new Date(),
    references: undefined,
  };
}

const replaces = { revision: 1, edition: 0 };

const fields = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${prefix}_column${n}`).join(' ');

it.each([
  ['few', 20],
  ['so many that Postgres compresses their words', 2_000],
])('writes no index when the words stay the same: %s fields', async (_, count) => {
  const id = `wide-${count}`;
  const text = fields('a', count);
  await writeDocument(store.database.knex, write(id, 'Wide', text));
  const [row] = await transact(store.database, async (tx) => {
    const next = { ...write(id, 'Wide', text), replaces, body: '{"version":2}' };
    expect(await writeDocument(tx, next)).toBe(2);
    const { rows } = await tx.raw<{ rows: { all: number; hot: number }[] }>(
      `select pg_stat_get_xact_tuples_updated('documents'::regclass) as all,
        pg_stat_get_xact_tuples_hot_updated('documents'::regclass) as hot`,
    );
    return rows;
  });
  // Counted since the connection last reported.
  expect(row?.all).toBeGreaterThan(0);
  expect(row?.hot).toBe(row?.all);
});

it('finds what writes of the same moment left, each its own', async () => {
  const { knex } = store.database;
  const ids = Array.from({ length: 20 }, (_, n) => `doc-${n}`);
  await Promise.all(ids.map((id) => writeDocument(knex, write(id, `Before ${id}`, 'y'))));
  await Promise.all(
    ids.map((id) => writeDocument(knex, { ...write(id, `Word${id.slice(4)}x`, 'z'), replaces })),
  );
  const search = (text: string): Promise<SearchResult> =>
    searchDocuments(knex, organizationId, {
      text,
      namesOnly: false,
      values: {},
      facets: [],
      page: { size: 60, after: undefined, order: 'relevance', reader: undefined },
    });
  expect((await search('word7x')).hits.map(({ id }) => id)).toEqual(['doc-7']);
  expect((await search('before')).total).toBe(0);
  expect((await search('z')).total).toBe(20);
});

it('leaves look-ups by id to the primary key, also those that are prepared on an empty table', async () => {
  const empty = await createTestDatabase();
  const { rows } = await empty.database.knex
    .raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `set plan_cache_mode = force_generic_plan;
    prepare look_up as select revision from documents where organization_id = $1 and kind = $2 and id = $3;
    explain execute look_up ('018f0000-0000-7000-8000-000000000001', 'team', 'x')`,
    )
    .then(
      (results) =>
        (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[2] ?? { rows: [] },
    );
  await empty.drop();
  expect(rows[0]?.['QUERY PLAN']).toContain('documents_pkey');
});
