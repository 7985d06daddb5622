import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const insertDocument = `with head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
    values ($1, $2, $3, 1, 0, $3, $4, '''old'':1A', '', now(), now()))
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  values ($1, $2, $3, 1, 0, $5::json, now(), 'system')`;

const insertConcepts = `with head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
    select $1, 'semantic-concept', 'terms/c-' || n, 1, 0, 'C ' || n, '{}', '', '', now(), now() from generate_series(1, 1003) n)
  insert into namespace_concepts (organization_id, namespace_id, id, name, type, position, revision, relationship_ids, body, content_hash)
  select $1, 'terms', 'c-' || n, 'C ' || n, 'EntityType', n, 1, '{}',
    json_build_object('fields', json_build_object('concept', 'C ' || n, 'synonyms', array['Other words ' || n]), 'relationships', array[]::json[]), ''
  from generate_series(1, 1003) n`;

test('concepts and personal data that are there already are found by labels and by pii', async () => {
  await database.migrateUntil('0070-search-labels');
  const id = await database.addOrganization();
  const document = (kind: string, name: string, tags: string[], body: object) =>
    database.query(insertDocument, [id, kind, name, tags, JSON.stringify(body)]);
  await document('definition', 'phone', [], { id: 'phone', pii: true });
  await document('definition', 'color', [], { id: 'color', pii: false });
  await document('data-product', 'people', ['demo-personal-data'], {});
  await document('data-product', 'personalization', ['personalization'], {});
  await database.query(
    `insert into namespaces (organization_id, id, revision, edition, metadata_revision, name, read_only, requires, prefixes, body,
      created_at, updated_at)
    values ($1, 'terms', 1, 0, 1, 'Terms', false, '{}', '{}', '{}', now(), now())`,
    [id],
  );
  await database.query(insertConcepts, [id]);
  await database.migrate();

  const found = async (words: string) => {
    const query = 'select id from documents where search @@ $1::tsquery order by id';
    return (await database.query<{ id: string }>(query, [words])).map((row) => row.id);
  };
  expect(await found(`'pii=yes'`)).toEqual(['people', 'phone']);
  expect(await found(`'pii=yes' & 'old':A`)).toEqual(['people', 'phone']);
  expect(await found(`'label=other word 7'`)).toEqual(['terms/c-7']);
  expect(await found(`'label=c 1003' & 'other':C`)).toEqual(['terms/c-1003']);
});
