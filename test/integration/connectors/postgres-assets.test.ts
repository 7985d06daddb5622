import { Client } from 'pg';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { until } from '../../support/until.ts';
import { createPrivateDatabase } from '../contract-tests/postgres/private-database.ts';
import type { PrivateDatabase } from '../contract-tests/postgres/private-database.ts';
import { assetAt, openScan, scanAssets, scanPages } from './scan-assets.ts';
import type { ScanOptions } from './scan-assets.ts';

let database: PrivateDatabase;
let options: ScanOptions;
let shop: string;

const schemaSql = `
create schema sales; create schema "Odd ""schema"".v1"; create schema empty; create schema many;
comment on schema sales is 'What is sold';
create type sales.mood as enum ('good', 'bad');
create table sales.customers (
  id bigint generated always as identity primary key,
  email varchar(200) not null unique,
  name text default 'nobody',
  mood sales.mood,
  tags text[] not null default '{}',
  nick text,
  upper_name text generated always as (upper(name)) stored,
  constraint named check (name <> '')
);
create unique index on sales.customers (nick);
create unique index on sales.customers (mood) where mood is not null;
comment on table sales.customers is 'Who buys';
comment on column sales.customers.email is 'Where mail goes';
create table sales.items (
  "order" int, position int, customer bigint references sales.customers, price numeric(10,2),
  primary key (position, "order"), constraint one_price unique (customer, price)
);
create table sales.shipped (item_order int, item_position int,
  constraint shipped_item foreign key (item_position, item_order) references sales.items (position, "order"));
create view sales.buyers as select c.id, c.email from sales.customers c join sales.items i on i.customer = c.id;
comment on view sales.buyers is 'Who bought';
create materialized view sales.buyer_count as select count(*) as n from sales.buyers;
create table sales.events (id int, at date not null) partition by range (at);
create table sales.events_2025 partition of sales.events for values from ('2025-01-01') to ('2026-01-01');
create table sales.events_2026 partition of sales.events for values from ('2026-01-01') to ('2027-01-01');
insert into sales.events select n, date '2025-06-01' from generate_series(1, 160) n;
insert into sales.events select n, date '2026-06-01' from generate_series(1, 160) n;
create view sales.old_events as select id from sales.events_2025;
create table "Odd ""schema"".v1"."Tab.le ""x"" Ünï" ("Col.umn ""y"" ß" int not null);
create foreign data wrapper nothing; create server elsewhere foreign data wrapper nothing;
create foreign table sales.remote (id int) server elsewhere;
analyze sales.events;
`;

const manySql = `do $$ begin
  for n in 1..290 loop
    execute format('create table many.t%s (id int primary key, label text)', lpad(n::text, 3, '0'));
    execute format('comment on table many.t%s is %L', lpad(n::text, 3, '0'), 'Number ' || n);
  end loop;
end $$`;

beforeAll(async () => {
  database = await createPrivateDatabase();
  shop = database.database;
  const { host, port, access } = database;
  options = {
    source: 'postgres',
    config: { host, port, database: shop },
    credentials: {
      username: access.credentials['DATACONTRACT_POSTGRES_USERNAME'],
      password: access.credentials['DATACONTRACT_POSTGRES_PASSWORD'],
    },
    allowedHosts: access.allowedHosts,
  };
  await database.run(schemaSql);
  await database.run(manySql);
  await database.run('vacuum analyze many.t001');
  await database.run(`comment on database ${shop} is 'The shop'`);
});
afterAll(() => database.drop());

const pathsOf = (assets: readonly ScannedAsset[]): string[] =>
  assets.map(({ path }) => path.slice(1).join(' / '));

describe('a scan', () => {
  let assets: ScannedAsset[];
  beforeAll(async () => {
    assets = await scanAssets(options);
  });

  it('finds containers, then everything in them in order, without partitions and system schemas', () => {
    expect(pathsOf(assets).filter((path) => !path.startsWith('many / '))).toEqual([
      '',
      'Odd "schema".v1',
      'empty',
      'many',
      'public',
      'sales',
      'Odd "schema".v1 / Tab.le "x" Ünï',
      'sales / buyer_count',
      'sales / buyers',
      'sales / customers',
      'sales / events',
      'sales / items',
      'sales / old_events',
      'sales / remote',
      'sales / shipped',
    ]);
    expect(assets).toHaveLength(15 + 290);
    expect(assetAt(assets, shop)).toMatchObject({ kind: 'database', description: 'The shop' });
    expect(assetAt(assets, shop, 'sales')).toEqual({
      path: [shop, 'sales'],
      kind: 'schema',
      description: 'What is sold',
      properties: { owner: options.credentials['username'] },
    });
  });

  it('describes columns, keys and checks of a table', () => {
    const { columns, ...customers } = assetAt(assets, shop, 'sales', 'customers');
    expect(customers).toEqual({
      path: [shop, 'sales', 'customers'],
      kind: 'table',
      description: 'Who buys',
      properties: {
        owner: options.credentials['username'],
        primaryKey: ['id'],
        uniqueConstraints: [{ name: 'customers_email_key', columns: ['email'] }],
        checks: [{ name: 'named', definition: `CHECK ((name <> ''::text))` }],
      },
    });
    expect(columns).toEqual([
      {
        name: 'id',
        type: 'bigint',
        required: true,
        primaryKey: true,
        custom: { identity: 'always' },
      },
      {
        name: 'email',
        type: 'character varying(200)',
        description: 'Where mail goes',
        required: true,
        unique: true,
      },
      { name: 'name', type: 'text', custom: { default: `'nobody'::text` } },
      { name: 'mood', type: 'sales.mood' },
      { name: 'tags', type: 'text[]', required: true, custom: { default: `'{}'::text[]` } },
      { name: 'nick', type: 'text', unique: true },
      { name: 'upper_name', type: 'text', custom: { generated: 'upper(name)' } },
    ]);
  });

  it('gives the columns of keys in the order of the key, and the path that a foreign key leads to', () => {
    expect(assetAt(assets, shop, 'sales', 'items').properties).toMatchObject({
      primaryKey: ['position', 'order'],
      uniqueConstraints: [{ name: 'one_price', columns: ['customer', 'price'] }],
      foreignKeys: [
        {
          name: 'items_customer_fkey',
          columns: ['customer'],
          references: [shop, 'sales', 'customers'],
          referencedColumns: ['id'],
        },
      ],
    });
    expect(assetAt(assets, shop, 'sales', 'shipped').properties).toMatchObject({
      foreignKeys: [
        {
          columns: ['item_position', 'item_order'],
          references: [shop, 'sales', 'items'],
          referencedColumns: ['position', 'order'],
        },
      ],
    });
  });

  it('follows views to what they are made of', () => {
    const upstream = (name: string): unknown => assetAt(assets, shop, 'sales', name).upstream;
    expect(upstream('buyers')).toEqual([
      [shop, 'sales', 'customers'],
      [shop, 'sales', 'items'],
    ]);
    expect(upstream('buyer_count')).toEqual([[shop, 'sales', 'buyers']]);
    expect(upstream('old_events')).toEqual([[shop, 'sales', 'events']]);
    expect(upstream('items')).toBeUndefined();
    const buyers = assetAt(assets, shop, 'sales', 'buyers');
    expect(buyers).toMatchObject({ kind: 'view', description: 'Who bought' });
    expect(buyers.properties?.['definition']).toContain('JOIN sales.items i ON');
    expect(assetAt(assets, shop, 'sales', 'buyer_count').kind).toBe('materialized_view');
  });

  it('says how a table is partitioned, where a foreign one is, and about how many rows there are', () => {
    expect(assetAt(assets, shop, 'sales', 'events')).toMatchObject({
      kind: 'table',
      properties: { partitionedBy: 'RANGE (at)', estimatedRows: 200, estimatedBytes: 20_000 },
    });
    expect(assetAt(assets, shop, 'sales', 'remote')).toMatchObject({
      kind: 'foreign_table',
      properties: { foreignServer: 'elsewhere' },
    });
    expect(assetAt(assets, shop, 'many', 't001').properties).toMatchObject({
      estimatedBytes: expect.any(Number),
    });
    expect(assetAt(assets, shop, 'many', 't002').properties).not.toHaveProperty('estimatedRows');
    expect(assetAt(assets, shop, 'many', 't002').properties).not.toHaveProperty('estimatedBytes');
  });

  it('keeps names as they are', () => {
    const odd = assetAt(assets, shop, 'Odd "schema".v1', 'Tab.le "x" Ünï');
    expect(odd.columns).toEqual([{ name: 'Col.umn "y" ß', type: 'integer', required: true }]);
  });

  it('gives the same again, in pages of any size that hold nothing twice', async () => {
    const pages = await scanPages({ ...options, pageSize: 50 });
    expect(Math.max(...pages.map((page) => page.length))).toBe(50);
    expect(pages).toHaveLength(7);
    expect(pages.flat()).toEqual(assets);
    expect((await scanPages({ ...options, pageSize: 7 })).flat()).toEqual(assets);
  });
});

it('goes through more names than one list holds', async () => {
  await database.run(`create schema crowd; do $$ begin for n in 1..2100 loop
    execute format('create view crowd.v%s as select %s as n', n, n); end loop; end $$`);
  const assets = await scanAssets({ ...options, filters: { schemas: ['crowd', 'sales'] } });
  await database.run('drop schema crowd cascade');
  expect(new Set(pathsOf(assets)).size).toBe(3 + 2_100 + 8);
});

describe('filters', () => {
  const found = async (filters: ScanOptions['filters'], notes: string[] = []): Promise<string[]> =>
    pathsOf(await scanAssets({ ...options, filters: filters ?? {}, pageSize: 20, notes }));

  it('choose schemas and names', async () => {
    expect(await found({ schemas: ['MANY'], names: ['t00*', 't1?0'] })).toEqual([
      '',
      'many',
      ...['001', '002', '003', '004', '005', '006', '007', '008', '009'].map((n) => `many / t${n}`),
      ...['100', '110', '120', '130', '140', '150', '160', '170', '180', '190'].map(
        (n) => `many / t${n}`,
      ),
    ]);
    expect(await found({ schemas: { exclude: ['many', 'sales', 'odd*'] } })).toEqual([
      '',
      'empty',
      'public',
    ]);
  });

  it('leave lineage to what is left out away', async () => {
    const assets = await scanAssets({ ...options, filters: { names: ['buyers', 'items'] } });
    expect(assetAt(assets, shop, 'sales', 'buyers').upstream).toEqual([[shop, 'sales', 'items']]);
  });

  it('that leave out the database leave nothing, and the log says so', async () => {
    const notes: string[] = [];
    expect(await found({ databases: ['elsewhere'] }, notes)).toEqual([]);
    expect(notes).toEqual([`The filter excludes database ${shop}, and thereby every asset`]);
  });
});

describe('while somebody else works', () => {
  async function withClient(work: (client: Client) => Promise<void>): Promise<void> {
    const { host, port } = database;
    const [user, password] = [options.credentials['username'], options.credentials['password']].map(
      String,
    );
    const client = new Client({ host, port, user, password, database: shop });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  it('a scan is of one moment: what is dropped or made after it began spoils nothing', async () => {
    await database.run(`create schema gone; create type gone.kind as enum ('a');
      create function gone.f() returns int language sql as 'select 1';
      create table gone.a (id int); create table gone.b (id int default gone.f(), k gone.kind, check (id > 0));
      create view gone.c as select * from gone.b; create table gone.d (id int); create view gone.e as select * from gone.d`);
    const notes: string[] = [];
    const scan = await openScan({ ...options, filters: { schemas: ['gone'] }, pageSize: 5, notes });
    const seen: ScannedAsset[] = [];
    for await (const page of scan.pages()) {
      if (seen.length === 0) {
        await database.run(
          'drop view gone.c; drop table gone.b; drop function gone.f; drop type gone.kind',
        );
        await database.run(
          'create table gone.z (id int); alter table gone.d rename column id to number',
        );
      }
      seen.push(...page);
    }
    await scan.close();
    await database.run('drop schema gone cascade');
    expect(pathsOf(seen)).toEqual(['', 'gone', 'gone / a', 'gone / d', 'gone / e']);
    expect(notes.filter((note) => note.includes('it was dropped during the scan'))).toHaveLength(2);
  });

  it('a locked table costs a view its definition, not the scan', async () => {
    await withClient(async (client) => {
      await client.query('begin; lock table sales.items in access exclusive mode');
      const notes: string[] = [];
      const assets = await scanAssets({ ...options, filters: { schemas: ['sales'] }, notes });
      expect(assetAt(assets, shop, 'sales', 'buyers').columns).toHaveLength(2);
      expect(assetAt(assets, shop, 'sales', 'buyers').properties).not.toHaveProperty('definition');
      expect(assetAt(assets, shop, 'sales', 'old_events').properties).toHaveProperty('definition');
      expect(notes).toEqual([
        'No expressions or definition of sales.buyers: canceling statement due to lock timeout',
      ]);
    });
  });

  it('a scan holds no locks on tables between its pages', async () => {
    const scan = await openScan(options);
    const seen = scan.pages()[Symbol.asyncIterator]();
    await seen.next();
    await seen.next();
    await database.run(
      `set lock_timeout = '1s'; lock table sales.customers in access exclusive mode; reset lock_timeout`,
    );
    await seen.return?.();
    await scan.close();
  });

  it('an aborted scan rejects with the reason, and its query is gone from the server', async () => {
    await withClient(async (client) => {
      await client.query('begin; lock table pg_catalog.pg_description in access exclusive mode');
      const controller = new AbortController();
      const outcome = scanAssets({ ...options, signal: controller.signal }).then(
        () => 'resolved',
        (error: unknown) => error,
      );
      const waiting = async (): Promise<boolean> =>
        (await database.running('from pg_namespace n')) > 0;
      await until('the scan waits', waiting);
      const reason = new Error('stop it');
      // The limit on waiting for locks would end the query later, too.
      const queries = jest.spyOn(Client.prototype, 'query');
      controller.abort(reason);
      expect(await outcome).toBe(reason);
      await until('the query is cancelled', () =>
        queries.mock.calls.some(([text]) => (text as unknown) === 'select pg_cancel_backend($1)'),
      );
      queries.mockRestore();
      await until('the server stopped', async () => !(await waiting()));
    });
  });

  it('a connection that is lost throws', async () => {
    const scan = await openScan({ ...options, pageSize: 10 });
    const seen = scan.pages()[Symbol.asyncIterator]();
    await seen.next();
    await database.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'concordat'`,
    );
    await expect(seen.next()).rejects.toThrow(/terminat|connection/i);
    await scan.close();
  });
});

describe('a server', () => {
  it('says what it is', async () => {
    const scan = await openScan(options);
    const { host, port } = database;
    expect(await scan.describe()).toMatch(
      new RegExp(`^PostgreSQL \\d+\\.\\d+, database ${shop} at ${host}:${port}$`),
    );
    await scan.close();
  });

  it('whose host is not allowed is refused before any connection', async () => {
    await expect(openScan({ ...options, allowedHosts: ['elsewhere'] })).rejects.toMatchObject({
      code: 'source_refused',
      message: expect.stringContaining('an operator can add it to ALLOWED_HOSTS'),
    });
  });

  it('that knows another password is refused without telling ours', async () => {
    const credentials = { ...options.credentials, password: 'wrong-secret' };
    await expect(openScan({ ...options, credentials })).rejects.toMatchObject({
      code: 'source_refused',
      message: expect.stringMatching(
        /^Could not connect to postgres [^ ]*: password authentication failed/,
      ),
    });
  });

  it('shows its catalogue to a role without any right, too', async () => {
    const role = `reader_${shop}`;
    await database.run(`create role ${role} login password 'of-reader'`);
    const credentials = { username: role, password: 'of-reader' };
    expect(await scanAssets({ ...options, credentials })).toHaveLength(15 + 290);
    await database.run(`drop role ${role}`);
  });

  it('without TLS is refused when that is required', async () => {
    const config = { ...options.config, sslmode: 'require' };
    await expect(openScan({ ...options, config })).rejects.toMatchObject({
      code: 'source_refused',
    });
  });
});
