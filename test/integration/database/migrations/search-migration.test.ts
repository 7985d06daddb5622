import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '../../../../db/migrate.ts';
import { quietLog } from '../../../support/servers/database.ts';
import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

const step = '0012-search';
let database: EmptyDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const insertOld = `with head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
    select $1, $2, id, 2, 0, 'Old ' || id, array['sea'], '', '', now(), now() from unnest($3::text[]) id)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, $2, id, revision, 0, json_build_object('id', id, 'name', 'Old ' || id, 'type', 'Domain', 'tags', array['sea'],
    'description', case revision when 1 then 'outdated' else $4 || id end), now(), 'system'
  from unnest($3::text[]) id, generate_series(1, 2) revision`;

test('documents that are there already are found as if they had been written anew', async () => {
  await database.migrateUntil(step);
  const organizationId = await database.addOrganization();
  const ids = Array.from({ length: 1_203 }, (_, n) => `team-${n}`);
  await database.query(insertOld, [organizationId, 'team', ids, 'Lighthouse ']);
  // Each is larger than what the step reads at a time.
  const large = ['large-1', 'large-2', 'large-3'];
  await database.query(insertOld, [
    organizationId,
    'team',
    large,
    `Giant ${'x'.repeat(17_000_000)} `,
  ]);
  await database.query(insertOld, [organizationId, 'kind-of-the-future', ['later'], '']);
  await database.migrate();

  const count = (words: string) =>
    database.query<{ kind: string; count: string }>(
      'select kind, count(*) from documents where search @@ $1::tsquery group by kind order by kind',
      [words],
    );
  expect(await count(`'lighthouse':D & 'old':A & 'tag=sea' & 'archetype=Domain'`)).toEqual([
    { kind: 'team', count: '1203' },
  ]);
  expect(await count(`'giant':D`)).toEqual([{ kind: 'team', count: '3' }]);
  expect(await count(`'outdated'`)).toEqual([]);
  expect(await count(`'later':A`)).toEqual([{ kind: 'kind-of-the-future', count: '1' }]);
  const [team] = await database.query(
    `select description, archetype from documents where id = 'team-7'`,
  );
  expect(team).toEqual({ description: 'Lighthouse team-7', archetype: 'Domain' });
});

describe('the extension for similar words', () => {
  let limited: URL;
  const role = `limited_${randomBytes(6).toString('hex')}`;
  beforeEach(async () => {
    await database.query(`create role ${role} login password 'secret'`);
    await database.query(`grant create on schema public to ${role}`);
    limited = new URL(database.url);
    limited.username = role;
    limited.password = 'secret';
  });
  afterEach(async () => {
    await database.query(`drop owned by ${role}`);
    await database.query(`drop role ${role}`);
  });

  it('is asked for in words when the user may not create it, and then found', async () => {
    const refused = migrateDatabase(limited.href, quietLog);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await expect(refused).rejects.toThrow(/administrator run "create extension pg_trgm"/);
    const steps = await database.query<{ name: string }>('select name from migrations order by id');
    expect(steps.map((row) => row.name)).not.toContain(step);

    await database.query('create extension pg_trgm');
    await migrateDatabase(limited.href, quietLog);
    expect(await database.query('select 1 from migrations where name = $1', [step])).toHaveLength(
      1,
    );
  });

  it('needs no superuser: who may create in the database may create it', async () => {
    await database.query(`grant create on database ${database.name} to ${role}`);
    await migrateDatabase(limited.href, quietLog);
    const owner = `select rolname from pg_extension e join pg_roles r on r.oid = e.extowner where extname = 'pg_trgm'`;
    expect(await database.query(owner)).toEqual([{ rolname: role }]);
  });

  it('is looked for where the user looks', async () => {
    await database.query('create schema elsewhere');
    await database.query('create extension pg_trgm schema elsewhere');
    await expect(migrateDatabase(limited.href, quietLog)).rejects.toThrow(
      /in the schema "elsewhere".*alter extension pg_trgm set schema public/,
    );
    await database.query('alter extension pg_trgm set schema public');
    await migrateDatabase(limited.href, quietLog);
  });
});
