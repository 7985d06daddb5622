import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mssql } from '../../../connectors/sqlserver/asset-source.ts';
import {
  assetAt,
  openScan,
  pathsOf,
  scanAssets,
  scanPages,
} from '../../support/sources/asset-source-contract.ts';
import type { SourceSettings } from '../../support/sources/asset-source-contract.ts';
import { startTdsServer } from '../../support/fakes/tds-server.ts';
import type { FakeTdsServer, TdsAnswering, TdsTable } from '../../support/fakes/tds-server.ts';
import { until } from '../../support/until.ts';

const password = 'Str0ng!Passw0rd';

let rows = 1_200_000;

const empty: TdsTable = { columns: ['id'], rows: [] };

/** By a piece of the statement; in database `hr` nothing is there. */
const answers: Record<string, () => TdsTable> = {
  serverproperty: () => ({
    columns: ['version', 'edition', 'name'],
    rows: [['16.0.4135.4', 'Developer Edition (64-bit)', 'master']],
  }),
  'from sys.databases': () => ({ columns: ['name'], rows: [['hr'], ['shop']] }),
  'from sys.schemas s': () => ({
    columns: ['name', 'owner', 'description'],
    rows: [
      ['dbo', 'dbo', null],
      ['staging', 'loader', 'Raw data'],
    ],
  }),
  'from sys.objects o': () => ({
    columns: ['id', 'schema_name', 'name', 'type', 'description', 'row_count'],
    rows: [
      ['103', 'dbo', 'big_orders', 'V', null, null],
      ['102', 'dbo', 'customers', 'U', null, '0'],
      ['101', 'dbo', 'orders', 'U', 'One row per order', String((rows += 1))],
      ['104', 'staging', 'landed', 'ET', null, null],
    ],
  }),
  'from sys.columns c': () => ({
    columns: [
      'id',
      'name',
      'type',
      'max_length',
      'precision',
      'scale',
      'is_nullable',
      'is_identity',
      'default_value',
      'computed',
      'description',
    ],
    rows: [
      ['101', 'id', 'int', '4', '10', '0', '0', '1', null, null, 'Number'],
      ['101', 'customer_id', 'bigint', '8', '19', '0', '1', '0', '((0))', null, null],
      ['101', 'total', 'decimal', '9', '10', '2', '1', '0', null, null, null],
      ['101', 'note', 'nvarchar', '-1', '0', '0', '1', '0', null, null, null],
      ['101', 'year', 'int', '4', '10', '0', '1', '0', null, '(datepart(year,[at]))', null],
      ['102', 'id', 'bigint', '8', '19', '0', '0', '0', null, null, null],
      ['102', 'email', 'nvarchar', '640', '0', '0', '0', '0', null, null, null],
      ['102', 'since', 'datetime2', '8', '27', '7', '1', '0', null, null, null],
      ['103', 'id', 'int', '4', '10', '0', '0', '0', null, null, null],
    ],
  }),
  'from sys.key_constraints': () => ({
    columns: ['id', 'name', 'type', 'column_name'],
    rows: [
      ['101', 'PK_orders', 'PK', 'id'],
      ['102', 'PK_customers', 'PK', 'id'],
      ['102', 'UQ_email', 'UQ', 'email'],
    ],
  }),
  'from sys.foreign_keys': () => ({
    columns: [
      'id',
      'name',
      'column_name',
      'referenced_schema',
      'referenced_table',
      'referenced_column',
    ],
    rows: [['101', 'FK_customer', 'customer_id', 'dbo', 'customers', 'id']],
  }),
  'sys.sql_expression_dependencies': () => ({
    columns: ['id', 'database_name', 'schema_name', 'name'],
    rows: [
      ['103', 'hr', 'dbo', 'people'],
      ['103', 'shop', 'dbo', 'orders'],
    ],
  }),
  'from sys.sql_modules': () => ({
    columns: ['id', 'definition'],
    rows: [['103', 'create view dbo.big_orders as select id from dbo.orders']],
  }),
};

/** Only the rows of the objects that the statement asks for. */
function only({ columns, rows: all }: TdsTable, sql: string): TdsTable {
  const [, list] = /(?:object_id|referencing_id) in \(([\d, ]+)\)/.exec(sql) ?? [];
  if (list === undefined) return { columns, rows: all };
  const wanted = new Set(list.split(', '));
  return { columns, rows: all.filter(([id]) => wanted.has(id ?? '')) };
}

const shop: TdsAnswering = {
  login: (login) =>
    login.username === 'scanner' && login.password === password
      ? undefined
      : `Login failed for user '${login.username}' with ${login.password}.`,
  answer: (sql, database) => {
    const key = Object.keys(answers).find((piece) => sql.includes(piece));
    if (key === undefined) return { error: `Invalid object name in ${sql}` };
    const isServers = /serverproperty|sys\.databases/.test(key);
    return isServers || database === 'shop' ? only(answers[key]?.() ?? empty, sql) : empty;
  },
};

const settings = (port: number, more: object = {}): SourceSettings => ({
  config: { host: 'localhost', port, encrypt: 'no', ...more },
  credentials: { username: 'scanner', password },
});

describe('SQL Server as a source of assets', () => {
  let server: FakeTdsServer | undefined;
  const start = async (answering: TdsAnswering = shop): Promise<FakeTdsServer> =>
    (server = await startTdsServer(answering));
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  it('lists databases, schemas, tables and views with columns, keys and lineage', async () => {
    const { port, logins } = await start();
    const assets = await scanAssets(mssql, settings(port));
    expect(pathsOf(assets)).toEqual([
      'hr',
      'shop',
      'shop/dbo',
      'shop/staging',
      'shop/dbo/big_orders',
      'shop/dbo/customers',
      'shop/dbo/orders',
      'shop/staging/landed',
    ]);
    expect(assetAt(assets, 'shop', 'dbo', 'orders')).toEqual({
      path: ['shop', 'dbo', 'orders'],
      kind: 'table',
      description: 'One row per order',
      columns: [
        {
          name: 'id',
          type: 'int',
          description: 'Number',
          required: true,
          primaryKey: true,
          custom: { isIdentity: true },
        },
        { name: 'customer_id', type: 'bigint', custom: { default: '((0))' } },
        { name: 'total', type: 'decimal(10,2)' },
        { name: 'note', type: 'nvarchar(max)' },
        { name: 'year', type: 'int', custom: { generated: '(datepart(year,[at]))' } },
      ],
      properties: {
        primaryKey: ['id'],
        foreignKeys: [
          {
            name: 'FK_customer',
            columns: ['customer_id'],
            references: ['shop', 'dbo', 'customers'],
            referencedColumns: ['id'],
          },
        ],
        estimatedRows: 1_000_000,
      },
    });
    expect(assetAt(assets, 'shop', 'dbo', 'customers')).toMatchObject({
      columns: [
        { type: 'bigint' },
        { type: 'nvarchar(320)', unique: true },
        { type: 'datetime2(7)' },
      ],
      properties: {
        uniqueConstraints: [{ name: 'UQ_email', columns: ['email'] }],
        estimatedRows: 0,
      },
    });
    expect(assetAt(assets, 'shop', 'dbo', 'big_orders')).toMatchObject({
      kind: 'view',
      properties: { definition: 'create view dbo.big_orders as select id from dbo.orders' },
      upstream: [
        ['hr', 'dbo', 'people'],
        ['shop', 'dbo', 'orders'],
      ],
    });
    expect(assetAt(assets, 'shop', 'staging')).toMatchObject({
      description: 'Raw data',
      properties: { owner: 'loader' },
    });
    expect(logins.map(({ database }) => database)).toEqual(['', 'hr', 'shop']);
    expect(await scanAssets(mssql, settings(port))).toEqual(assets);
  });

  it('keeps to the size of pages, also in what it asks for', async () => {
    const { port, statements } = await start();
    const pages = await scanPages(mssql, settings(port), { pageSize: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2]);
    const asked = statements.filter(({ sql }) => sql.includes('from sys.columns c'));
    expect(asked.map(({ sql }) => /in \((.*)\)/.exec(sql)?.[1])).toEqual(['103, 102', '101, 104']);
  });

  it('asks only for what the filter admits', async () => {
    const { port, logins, statements } = await start();
    const filters = { databases: ['shop'], schemas: ['dbo'], names: { exclude: ['big*'] } };
    const assets = await scanAssets(mssql, settings(port), { filters });
    expect(pathsOf(assets)).toEqual(['shop', 'shop/dbo', 'shop/dbo/customers', 'shop/dbo/orders']);
    expect(logins.map(({ database }) => database)).toEqual(['', 'shop']);
    expect(statements.filter(({ sql }) => /\b10[34]\b/.test(sql))).toEqual([]);
  });

  it('says what it reached, and closes its connections', async () => {
    const { port, logins } = await start();
    const scan = await openScan(mssql, settings(port, { databases: ['shop'] }));
    expect(await scan.describe()).toBe(
      `SQL Server 16.0.4135.4, Developer Edition (64-bit) at localhost:${port}`,
    );
    expect(logins.map(({ database }) => database)).toEqual(['shop']);
  });

  it('throws when a statement fails in the middle', async () => {
    const { port } = await start({
      ...shop,
      answer: (sql, database) =>
        sql.includes('from sys.key_constraints')
          ? { error: 'Snapshot isolation transaction failed' }
          : shop.answer(sql, database),
    });
    await expect(scanAssets(mssql, settings(port))).rejects.toThrow(/Snapshot isolation/);
  });

  it('throws when the connection breaks in the middle', async () => {
    const broken = await start({
      ...shop,
      answer: (sql, database) => {
        if (!sql.includes('from sys.foreign_keys')) return shop.answer(sql, database);
        void broken.stop();
        return 'silence';
      },
    });
    await expect(scanAssets(mssql, settings(broken.port))).rejects.toThrow(/SQL Server/);
    server = undefined;
  });

  it('cancels on the server what runs when the scan is aborted', async () => {
    const fake = await start({
      ...shop,
      answer: (sql, database) =>
        sql.includes('from sys.columns c') ? 'silence' : shop.answer(sql, database),
    });
    const controller = new AbortController();
    const { signal } = controller;
    const endless = { signal, statementTimeoutMs: 3_600_000 };
    const running = scanAssets(mssql, settings(fake.port), endless);
    running.catch(() => undefined);
    await until('columns are asked for', () =>
      fake.statements.some(({ sql }) => sql.includes('from sys.columns c')),
    );
    controller.abort(new Error('the run was cancelled'));
    await expect(running).rejects.toThrow('the run was cancelled');
    await until('the statement was cancelled', () => fake.cancellations() === 1);
  });

  it('refuses a host that is not allowed, before any connection', async () => {
    const fake = await start();
    const opened = openScan(mssql, settings(fake.port), { allowedHosts: ['localhost:1'] });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/ALLOWED_HOSTS/);
    expect(fake.connections()).toBe(0);
  });

  it('refuses a login that the server does not take, without showing its password', async () => {
    const { port } = await start();
    const credentials = { username: 'scanner', password: 'wr0ng-passw0rd' };
    const opened = openScan(mssql, { ...settings(port), credentials });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/Login failed for user 'scanner' with \*\*\*/);
  });

  it('refuses a server that does not encrypt, unless told to do without', async () => {
    const { port, logins } = await start();
    const opened = openScan(mssql, settings(port, { encrypt: 'yes' }));
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/encrypt/);
    expect(logins).toEqual([]);
  });

  it('refuses what is no SQL Server, and needs credentials', async () => {
    const stranger = createServer((socket) => {
      socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    await expect(openScan(mssql, settings(port))).rejects.toMatchObject({ code: 'source_refused' });
    const without = { ...settings(port), credentials: { username: 'scanner' } };
    await expect(openScan(mssql, without)).rejects.toThrow(/username and password/);
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('does not wait for a server that says nothing when the scan is aborted', async () => {
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const signal = AbortSignal.timeout(200);
    await expect(openScan(mssql, settings(port), { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await new Promise((resolve) => silent.close(resolve));
  });

  it('describes every member of its settings', () => {
    for (const { properties } of [mssql.configSchema, mssql.credentialsSchema]) {
      for (const [name, schema] of Object.entries(properties)) {
        expect([name, typeof schema.description]).toEqual([name, 'string']);
      }
    }
  });
});
