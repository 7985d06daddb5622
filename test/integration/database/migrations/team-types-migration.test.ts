import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateDatabase } from '../../../../db/migrate.ts';
import { migrations } from '../../../../db/migrations/index.ts';
import type { Migration } from '../../../../db/migrations/index.ts';
import { hashDocument } from '../../../../domain/documents/document-hash.ts';
import { databaseUrl, quietLog } from '../../../support/servers/database.ts';

const known = migrations as Migration[];
const all = [...known];
const name = `team_types_${randomBytes(6).toString('hex')}`;
const url = databaseUrl(name);
const organization = '018f0000-0000-7000-8000-000000000001';

async function query<Row>(
  address: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeAll(() => query(databaseUrl('postgres'), `create database ${name}`));
afterAll(async () => {
  known.splice(0, known.length, ...all);
  await query(databaseUrl('postgres'), `drop database ${name} with (force)`);
});

test('stored teams get the canonical spelling of their type, and their next PUT changes nothing', async () => {
  known.splice(all.findIndex((migration) => migration.name === '0036-team-types'));
  await migrateDatabase(url, quietLog);
  known.splice(0, known.length, ...all);
  await query(
    url,
    `insert into organizations (id, name, vanity, created_at) values ('${organization}', 'o', 'o', now())`,
  );
  const texts = {
    small: '{"id":"small",  "type" : "platform team", "custom":{"type":"team"}}',
    kept: '{"id":"kept",  "type" : "Team"}',
  };
  for (const [id, body] of Object.entries(texts)) {
    await query(
      url,
      `insert into documents (organization_id, kind, id, revision, edition, tags, search, name, archetype, content_hash, created_at, updated_at)
       values ($1, 'team', $2, 1, 1, '{}', '', $2, $3, $4, now(), now())`,
      [organization, id, JSON.parse(body).type, hashDocument(JSON.parse(body))],
    );
    await query(
      url,
      `insert into document_revisions (organization_id, kind, id, revision, edition, body, principal, at)
       values ($1, 'team', $2, 1, 1, $3, 'system', now())`,
      [organization, id, body],
    );
  }
  await migrateDatabase(url, quietLog);
  const rows = await query<{ body: string }>(
    url,
    `select d.id, d.archetype, d.content_hash, r.body::text as body
     from documents d join document_revisions r using (organization_id, kind, id, revision) order by id`,
  );
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
