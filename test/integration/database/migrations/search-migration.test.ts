import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateDatabase } from '../../../../db/migrate.ts';
import { migrations } from '../../../../db/migrations/index.ts';
import type { Migration } from '../../../../db/migrations/index.ts';
import { databaseUrl, quietLog } from '../../../support/servers/database.ts';

const step = '0012-search';
const known = migrations as Migration[];
const all = [...known];

let name: string;
let url: string;

async function query<Row>(address: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  name = `search_${randomBytes(6).toString('hex')}`;
  url = databaseUrl(name);
  await query(databaseUrl('postgres'), `create database ${name}`);
});
afterEach(async () => {
  known.splice(0, known.length, ...all);
  await query(databaseUrl('postgres'), `drop database ${name} with (force)`);
});

/** The database as it was before the step. */
async function migrateUntilStep(): Promise<void> {
  known.splice(all.findIndex((migration) => migration.name === step));
  await migrateDatabase(url, quietLog);
  known.splice(0, known.length, ...all);
}

const insertOld = `with head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
    select $1, $2, id, 2, 0, 'Old ' || id, array['sea'], '', '', now(), now() from unnest($3::text[]) id)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, $2, id, revision, 0, json_build_object('id', id, 'name', 'Old ' || id, 'type', 'Domain', 'tags', array['sea'],
    'description', case revision when 1 then 'outdated' else $4 || id end), now(), 'system'
  from unnest($3::text[]) id, generate_series(1, 2) revision`;

test('documents that are there already are found as if they had been written anew', async () => {
  await migrateUntilStep();
  const organizationId = '018f0000-0000-7000-8000-000000000001';
  const organization = `insert into organizations (id, name, vanity, created_at) values ($1, 'o', 'o', now())`;
  await query(url, organization, [organizationId]);
  const ids = Array.from({ length: 1_203 }, (_, n) => `team-${n}`);
  await query(url, insertOld, [organizationId, 'team', ids, 'Lighthouse ']);
  // Each is larger than what the step reads at a time.
  const large = ['large-1', 'large-2', 'large-3'];
  await query(url, insertOld, [organizationId, 'team', large, `Giant ${'x'.repeat(17_000_000)} `]);
  await query(url, insertOld, [organizationId, 'kind-of-the-future', ['later'], '']);
  await migrateDatabase(url, quietLog);

  const count = (words: string) =>
    query<{ kind: string; count: string }>(
      url,
      'select kind, count(*) from documents where search @@ $1::tsquery group by kind order by kind',
      [words],
    );
  expect(await count(`'lighthouse':D & 'old':A & 'tag=sea' & 'archetype=Domain'`)).toEqual([
    { kind: 'team', count: '1203' },
  ]);
  expect(await count(`'giant':D`)).toEqual([{ kind: 'team', count: '3' }]);
  expect(await count(`'outdated'`)).toEqual([]);
  expect(await count(`'later':A`)).toEqual([{ kind: 'kind-of-the-future', count: '1' }]);
  const [team] = await query(
    url,
    `select description, archetype from documents where id = 'team-7'`,
  );
  expect(team).toEqual({ description: 'Lighthouse team-7', archetype: 'Domain' });
});

describe('the extension for similar words', () => {
  let limited: URL;
  const role = `limited_${randomBytes(6).toString('hex')}`;
  beforeEach(async () => {
    await query(databaseUrl('postgres'), `create role ${role} login password 'secret'`);
    await query(url, `grant create on schema public to ${role}`);
    limited = new URL(url);
    limited.username = role;
    limited.password = 'secret';
  });
  afterEach(async () => {
    await query(url, `drop owned by ${role}`);
    await query(databaseUrl('postgres'), `drop role ${role}`);
  });

  it('is asked for in words when the user may not create it, and then found', async () => {
    const refused = migrateDatabase(limited.href, quietLog);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await expect(refused).rejects.toThrow(/administrator run "create extension pg_trgm"/);
    const steps = await query<{ name: string }>(url, 'select name from migrations order by id');
    expect(steps.map((row) => row.name)).not.toContain(step);

    await query(url, 'create extension pg_trgm');
    await migrateDatabase(limited.href, quietLog);
    expect(await query(url, 'select 1 from migrations where name = $1', [step])).toHaveLength(1);
  });

  it('needs no superuser: who may create in the database may create it', async () => {
    await query(url, `grant create on database ${name} to ${role}`);
    await migrateDatabase(limited.href, quietLog);
    const owner = `select rolname from pg_extension e join pg_roles r on r.oid = e.extowner where extname = 'pg_trgm'`;
    expect(await query(url, owner)).toEqual([{ rolname: role }]);
  });

  it('is looked for where the user looks', async () => {
    await query(url, 'create schema elsewhere');
    await query(url, 'create extension pg_trgm schema elsewhere');
    await expect(migrateDatabase(limited.href, quietLog)).rejects.toThrow(
      /in the schema "elsewhere".*alter extension pg_trgm set schema public/,
    );
    await query(url, 'alter extension pg_trgm set schema public');
    await migrateDatabase(limited.href, quietLog);
  });
});
