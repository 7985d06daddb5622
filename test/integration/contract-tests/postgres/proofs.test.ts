import type { SourceTable } from '../../../../connectors/connector.ts';
import { closeTestSources, openTestSource } from '../open-test-source.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());
afterEach(closeTestSources);

async function describeTable(name: string): Promise<SourceTable | undefined> {
  const { host, port, database: of, access } = database;
  const source = await openTestSource({ type: 'postgres', host, port, database: of }, access);
  return (await source.describe([name, 'absent'])).get(name);
}

/** The proved columns and keys of a table. */
async function proofsOf(name: string): Promise<{ notNull: string[]; uniqueKeys: unknown }> {
  const table = await describeTable(name);
  const columns = table?.columns ?? [];
  const notNull = columns.filter((column) => column.notNull === true).map((column) => column.name);
  return { notNull, uniqueKeys: table?.uniqueKeys };
}

const nothing = { notNull: [], uniqueKeys: [] };

describe('what constraints prove on Postgres', () => {
  it('is what is validated, immediate and complete', async () => {
    await database.run(`create table t (
        id int primary key, a int not null, b int not null, c int unique, d int not null, e text not null,
        f int not null unique deferrable, g int, h int check (h is not null), i int,
        unique (b, a) include (i), unique (a, g));
      create unique index on t (d) where d > 0; create unique index on t (lower(e)); create unique index on t (e collate "C");
      create index on t (a)`);
    expect(await proofsOf('t')).toEqual({
      notNull: ['id', 'a', 'b', 'd', 'e', 'f'],
      uniqueKeys: expect.arrayContaining([['id'], ['b', 'a']]),
    });
    expect((await proofsOf('t')).uniqueKeys).toHaveLength(2);
    if ((await database.version()) < 15) return;
    await database.run('create unique index on t (g, h) nulls not distinct');
    expect((await proofsOf('t')).uniqueKeys).toContainEqual(['g', 'h']);
  });

  it('is nothing while an index is not valid or a NOT NULL is not validated', async () => {
    await database.run(
      'create table t (a int not null, b int); insert into t values (1, null), (1, 2)',
    );
    await database.run('create unique index concurrently broken on t (a)').catch(() => undefined);
    expect(await proofsOf('t')).toEqual({ notNull: ['a'], uniqueKeys: [] });
    if ((await database.version()) < 18) return;
    await database.run('alter table t add constraint later not null b not valid');
    expect(await proofsOf('t')).toEqual({ notNull: ['a'], uniqueKeys: [] });
    await database.run('update t set b = 1; alter table t validate constraint later');
    expect(await proofsOf('t')).toEqual({ notNull: ['a', 'b'], uniqueKeys: [] });
  });

  it('is nothing for views, materialized views and tables with heirs', async () => {
    await database.run(`create table t (id int primary key); create view v as select * from t;
      create materialized view m as select * from t; create unique index on m (id); create table heir () inherits (t)`);
    for (const name of ['t', 'v', 'm']) expect(await proofsOf(name)).toEqual(nothing);
    expect(await proofsOf('heir')).toEqual({ notNull: ['id'], uniqueKeys: [] });
    await database.run('drop table heir');
    expect(await proofsOf('t')).toEqual({ notNull: ['id'], uniqueKeys: [['id']] });
  });

  it('holds for partitions, unless one of them is elsewhere', async () => {
    await database.run(`create table p (id int primary key, n int not null) partition by range (id);
      create table p1 partition of p for values from (0) to (10) partition by range (id);
      create table p11 partition of p1 for values from (0) to (5);
      create table q (id int, n int not null) partition by range (id);
      create table q1 partition of q for values from (0) to (10) partition by range (id);
      create foreign data wrapper nowhere; create server nowhere foreign data wrapper nowhere;
      create foreign table f (n int not null) server nowhere`);
    const proved = { notNull: ['id', 'n'], uniqueKeys: [['id']] };
    expect(await proofsOf('p')).toEqual(proved);
    expect(await proofsOf('p1')).toEqual(proved);
    expect(await proofsOf('f')).toEqual(nothing);
    expect(await proofsOf('q')).toEqual({ notNull: ['n'], uniqueKeys: [] });
    await database.run(
      'create foreign table q11 partition of q1 for values from (0) to (5) server nowhere',
    );
    expect(await proofsOf('q')).toEqual(nothing);
    await database.run('drop foreign data wrapper nowhere cascade');
  });

  it('goes by the exact name of a table', async () => {
    await database.run(
      'create table "T" (id int primary key); create table "t" (id int); create table "Odd "" name" ("a "" b" int primary key)',
    );
    expect(await proofsOf('t')).toEqual(nothing);
    expect(await proofsOf('T')).toEqual({ notNull: ['id'], uniqueKeys: [['id']] });
    expect(await proofsOf('ODD " NAME')).toEqual({
      notNull: ['a " b'],
      uniqueKeys: [['a " b']],
    });
  });
});
