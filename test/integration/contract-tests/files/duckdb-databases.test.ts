import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { openSource } from '../../../../connectors/open-source.ts';
import { runContract, troubles } from '../run-contract.ts';

let root: string;
let data: string;
let access: SourceAccess;

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'duckdb-files-')));
  data = path.join(root, 'data');
  fs.mkdirSync(data);
  access = {
    allowedHosts: [],
    allowedDataDirs: [data],
    credentials: {},
    statementTimeoutMs: 20_000,
  };
  for (const folder of [data, root]) {
    const instance = await DuckDBInstance.create(path.join(folder, 'shop.duckdb'));
    const connection = await instance.connect();
    for (const sql of [
      "create type mood as enum ('good', 'bad')",
      `create table orders (id bigint primary key, code varchar unique, mood mood, "A ""b"" ä" integer not null,
         unique ("A ""b"" ä", id))`,
      `insert into orders values (1, 'x', 'good', 5), (2, null, 'bad', 5), (3, null, null, 7)`,
      'create schema sales',
      'create table sales."Orders" (id integer)',
      'create view sales.recent as select * from main.orders',
    ]) {
      await connection.run(sql);
    }
    connection.closeSync();
    instance.closeSync();
  }
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const open = (server: object, other: Partial<SourceAccess> = {}): Promise<Source> =>
  openSource(
    { server: 's', type: 'duckdb', ...server },
    { ...access, ...other },
    new AbortController().signal,
  );

describe('a DuckDB database file', () => {
  it('is described with types, nulls and the keys that prove something', async () => {
    const source = await open({ database: 'shop.duckdb' });
    const tables = await source.describe(['ORDERS', 'nothing']);
    await source.close();
    expect([...tables.keys()]).toEqual(['ORDERS']);
    expect(tables.get('ORDERS')).toEqual({
      relation: '"ORDERS"',
      cells: 'typed',
      columns: [
        { name: 'id', type: 'BIGINT', notNull: true },
        { name: 'code', type: 'VARCHAR' },
        { name: 'mood', type: "ENUM('good', 'bad')" },
        { name: 'A "b" ä', type: 'INTEGER', notNull: true },
      ],
      // Nulls repeat in "code".
      uniqueKeys: [['id'], ['A "b" ä', 'id']],
    });
  });

  it('is tested like any other server', async () => {
    const properties = [
      { name: 'id', logicalType: 'integer', primaryKey: true },
      { name: 'CODE', logicalType: 'string', unique: true },
      { name: 'mood', enum: ['good'] },
      { name: 'A "b" ä', logicalType: 'integer', logicalTypeOptions: { maximum: 5 } },
      { name: 'gone' },
    ];
    const outcome = await runContract({
      schema: [{ name: 'orders', properties, quality: [{ metric: 'rowCount', mustBe: 3 }] }],
      server: { type: 'duckdb', database: path.join(data, 'shop.duckdb') },
      access,
    });
    expect(troubles(outcome)).toEqual({
      orders__CODE__field_unique: 'failed: Actual duplicate_count(CODE) was 1, expected = 0',
      orders__mood__field_enum: 'failed: Actual invalid_count(mood) was 1, expected = 0',
      'orders__A "b" ä__field_maximum': 'failed: Actual invalid_count(A "b" ä) was 1, expected = 0',
      orders__gone__field_is_present: "failed: Required column 'gone' is missing",
    });
  });

  it('has a schema, of the server or else of the configuration', async () => {
    const credentials = {
      DATACONTRACT_DUCKDB_SCHEMA: 'sales',
      DATACONTRACT_DUCKDB_DATABASE: 'shop.duckdb',
    };
    for (const [server, columns] of [
      [{ database: 'shop.duckdb', schema: 'Sales' }, 1],
      [{}, 1],
      [{ schema: 'main' }, 4],
    ] as const) {
      const source = await open(server, { credentials });
      const tables = await source.describe(['orders']);
      expect(tables.get('orders')?.columns).toHaveLength(columns);
      expect(await source.queryRule('select count(*) as n from orders', 1)).toEqual([
        { n: columns === 1 ? 0 : 3 },
      ]);
      await source.close();
    }
    const source = await open({ database: 'shop.duckdb', schema: 'sales' });
    const { relation = '' } = (await source.describe(['recent'])).get('recent') ?? {};
    expect(await source.query(`select count(*) as n from ${relation}`)).toEqual([{ n: 3 }]);
    await source.close();
  });

  it.each([
    ['nothing.duckdb', /There is no database nothing.duckdb in the allowed folders/],
    ['../shop.duckdb', /is outside the folders/],
    ['link.duckdb', /is outside the folders/],
    ['*.duckdb', /is a pattern/],
    [':memory:', /There is no database/],
    ['md:my_db', /There is no database/],
    [
      'text.duckdb',
      /Could not open the duckdb database at text.duckdb: .*not a valid DuckDB database/,
    ],
    ['sqlite.duckdb', /Could not open the duckdb database at sqlite.duckdb: /],
    ['', /needs a database/],
  ])('is refused when it is none of the allowed folders: %s', async (database, reason) => {
    fs.writeFileSync(path.join(data, 'text.duckdb'), 'hello '.repeat(1000));
    fs.writeFileSync(path.join(data, 'sqlite.duckdb'), 'SQLite format 3\0'.repeat(300));
    if (!fs.existsSync(path.join(data, 'link.duckdb'))) {
      fs.symlinkSync(path.join(root, 'shop.duckdb'), path.join(data, 'link.duckdb'));
    }
    const failure = await open({ database }).catch((error: Error) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(reason) });
    expect((failure as Error).message).not.toContain(root);
  });

  it('says which database another process is writing to', async () => {
    const instance = await DuckDBInstance.create(path.join(data, 'busy.duckdb'));
    const outcome = await open({ database: 'busy.duckdb' }).then(
      async (source) => source.close(),
      (error: Error) => error.message,
    );
    instance.closeSync();
    // Locks are of processes: within this one, the file may be read.
    expect([undefined, expect.stringContaining('busy.duckdb')]).toContainEqual(outcome);
  });
});

describe('an open that is aborted', () => {
  it('leaves no folder and no DuckDB behind', async () => {
    const created = jest.spyOn(DuckDBInstance, 'create');
    const closed = jest.spyOn(DuckDBInstance.prototype, 'closeSync');
    const named = (name: string): boolean => name.startsWith(`concordat-run-${process.pid}-`);
    const before = fs.readdirSync(os.tmpdir()).filter(named);
    for (let count = 0; count < 60; count++) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('stop')), count % 7);
      const server = { server: 's', type: 'duckdb', database: 'shop.duckdb' };
      const source = await openSource(server, access, controller.signal).catch(() => undefined);
      await source?.close();
    }
    expect(fs.readdirSync(os.tmpdir()).filter(named)).toEqual(before);
    expect(closed).toHaveBeenCalledTimes(created.mock.calls.length);
    jest.restoreAllMocks();
  });
});

describe('a rule on a DuckDB', () => {
  let source: Source;
  beforeAll(async () => {
    source = await open({ database: 'shop.duckdb' });
    await source.describe(['orders']);
  });
  afterAll(() => source.close());

  it.each([
    'drop view orders',
    'insert into orders values (4)',
    'create table x as select 1',
    'create temp table orders as select 1',
    'create macro orders() as 1',
    "attach ':memory:' as other",
    'detach concordat_attached',
    "copy (select 1) to 'shop.duckdb' (use_tmp_file false)",
    'set threads = 1',
    'use concordat_attached',
    'prepare x as select 1',
    'call pragma_version()',
    'checkpoint',
    'begin',
    'rollback; drop view orders',
    'select 1; select 2',
    'select 1; drop view orders',
    "load 'httpfs'",
    'explain analyze select 1',
    "select * from read_text('/etc/passwd')",
    "select * from glob('/etc/*')",
    "from 'https://example.com/x.csv'",
    '',
    'select \0 1',
  ])('may only read what is described: %s', async (sql) => {
    await expect(source.queryRule(sql, 10)).rejects.toThrow();
    expect(await source.query('select count(*) as n from orders')).toEqual([{ n: 3 }]);
  });

  it('has no more rows than asked for, of however many', async () => {
    const rows = await source.queryRule('select range as i from range(100000000000)', 3);
    expect(rows).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }]);
  });

  it('is read as its own statement, beside others', async () => {
    const all = await Promise.all([
      source.queryRule('with a as (select 1 as x) select * from a', 1),
      source.query('select 2 as x'),
      source.queryRule('select no_such_thing', 1).catch(() => 'failed'),
      source.queryRule('from orders select count(*) as x', 1),
    ]);
    expect(all).toEqual([[{ x: 1 }], [{ x: 2 }], 'failed', [{ x: 3 }]]);
  });

  it('is stopped after the time that it may take', async () => {
    const slow = await open({ database: 'shop.duckdb' }, { statementTimeoutMs: 1_000 });
    const rule = slow.queryRule('select count(*) from range(100000000000) where range % 7 = 8', 1);
    await expect(rule).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await slow.query('select 1 as x')).toEqual([{ x: 1 }]);
    await slow.close();
  });
});
