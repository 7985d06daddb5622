import { hashDocument } from '../../../../domain/documents/parse-document.ts';
import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('stored teams get the canonical spelling of their type, and their next PUT changes nothing', async () => {
  await database.migrateUntil('0036-team-types');
  const organization = await database.addOrganization();
  const texts = {
    small: '{"id":"small",  "type" : "platform team", "custom":{"type":"team"}}',
    kept: '{"id":"kept",  "type" : "Team"}',
  };
  for (const [id, body] of Object.entries(texts)) {
    await database.query(
      `insert into documents (organization_id, kind, id, revision, edition, tags, search, name, archetype, content_hash, created_at, updated_at)
       values ($1, 'team', $2, 1, 1, '{}', '', $2, $3, $4, now(), now())`,
      [organization, id, JSON.parse(body).type, hashDocument(JSON.parse(body))],
    );
    await database.query(
      `insert into document_revisions (organization_id, kind, id, revision, edition, body, principal, at)
       values ($1, 'team', $2, 1, 1, $3, 'system', now())`,
      [organization, id, body],
    );
  }
  await database.migrate();
  const rows = await database.query<{
    body: string;
  }>(`select d.id, d.archetype, d.content_hash, r.body::text as body
     from documents d join document_revisions r using (organization_id, kind, id, revision) order by id`);
  const spelled = texts.small.replace('platform team', 'Platform Team');
  expect(rows).toEqual([
    {
      id: 'kept',
      archetype: 'Team',
      body: texts.kept,
      content_hash: hashDocument(JSON.parse(texts.kept)),
    },
    {
      id: 'small',
      archetype: 'Platform Team',
      body: spelled,
      content_hash: hashDocument(JSON.parse(spelled)),
    },
  ]);
});
