import { createConnection } from 'mysql2/promise';
import { connectMysql } from '../../../connectors/mysql/connection.ts';
import { openMysqlSession } from '../../../connectors/mysql/session.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { hasMariadb, startMariadb } from '../../support/servers/mariadb.ts';
import type { TestMariadb } from '../../support/servers/mariadb.ts';
import { until } from '../../support/until.ts';
import { assetAt, openScan, scanAssets, scanPages } from './scan-assets.ts';
import type { ScanOptions } from './scan-assets.ts';

let server: TestMariadb;
let options: ScanOptions;

const withServer = (name: string, tests: () => void): void => {
  if (hasMariadb()) describe(name, tests);
  else describe.skip(`(no mariadbd here: install mariadb-server-core) ${name}`, tests);
};

const statements = [
  'create database shop',
  'create database `Odd.name ``x`` ü`',
  'create database many',
  'use shop',
  `create table customers (
    id bigint unsigned not null auto_increment primary key,
    email varchar(200) not null comment 'Where mail goes',
    name varchar(50) default 'nobody',
    upper_name varchar(50) generated always as (upper(name)) stored,
    mood enum('good', 'bad'),
    at timestamp not null default current_timestamp on update current_timestamp,
    unique key by_email (email)
  ) comment 'Who buys'`,
  `create table items (
    \`order\` int not null, position int not null, customer bigint unsigned, price decimal(10,2),
    primary key (position, \`order\`), unique key one_price (customer, price),
    constraint item_customer foreign key (customer) references customers (id)
  )`,
  `create table shipped (item_order int, item_position int,
    constraint shipped_item foreign key (item_position, item_order) references items (position, \`order\`))`,
  'create table letters (body json, `to` longtext, `o`` d` json not null, checked longtext check (length(checked) > 1))',
  'create sequence numbers',
  'create table `Odd.name ``x`` ü`.`Tab.le ``y`` ß` (n int, `Col.umn ``z``` int)',
  'create table `Odd.name ``x`` ü`.`tab.le ``y`` ß` (other int)',
  'insert into customers (email) values ' +
    Array.from({ length: 100 }, (_each, at) => `('${at}@example.org')`).join(','),
  'analyze table customers',
  ...Array.from({ length: 290 }, (_each, at) => String(at + 1).padStart(3, '0')).map(
    (number) =>
      `create table many.t${number} (id int primary key, label text) comment 'Number ${number}'`,
  ),
  `create view buyers as select c.id, c.email, 'from \`shop\`.\`shipped\`' as text
    from (customers c join items i on i.customer = c.id) left join \`Odd.name \`\`x\`\` ü\`.\`Tab.le \`\`y\`\` ß\` o on o.n = c.id
    where extract(year from c.at) > 2000 and exists (select 1 from many.t001 where many.t001.id = c.id)`,
  'create view of_buyers as select count(*) as n from buyers',
  "create user reader identified by 'right-secret'",
  'grant select, show view on *.* to reader',
];

const oddDatabase = 'Odd.name `x` ü';

withServer('a scan of MariaDB', () => {
  let assets: ScannedAsset[];

  beforeAll(async () => {
    server = await startMariadb();
    await server.run(...statements);
    const { host, port } = server;
    options = {
      source: 'mariadb',
      config: { host, port },
      credentials: { username: 'reader', password: 'right-secret' },
      allowedHosts: [`${host}:${port}`],
    };
    assets = await scanAssets(options);
  });
  afterAll(() => server.stop());

  const pathsOf = (found: readonly ScannedAsset[]): string[] =>
    found.map(({ path }) => path.join(' / '));

  it('finds databases, then tables and views in order, without system databases', () => {
    expect(pathsOf(assets).filter((path) => !path.startsWith('many / '))).toEqual([
      oddDatabase,
      'many',
      'shop',
      `${oddDatabase} / Tab.le \`y\` ß`,
      `${oddDatabase} / tab.le \`y\` ß`,
      'shop / buyers',
      'shop / customers',
      'shop / items',
      'shop / letters',
      'shop / of_buyers',
      'shop / shipped',
    ]);
    expect(assets).toHaveLength(11 + 290);
    expect(assetAt(assets, 'shop')).toEqual({
      path: ['shop'],
      kind: 'database',
      properties: { characterSet: 'utf8mb4', collation: 'utf8mb4_general_ci' },
    });
  });

  it('describes columns and keys of a table', () => {
    const { columns, ...customers } = assetAt(assets, 'shop', 'customers');
    expect(customers).toEqual({
      path: ['shop', 'customers'],
      kind: 'table',
      description: 'Who buys',
      properties: {
        engine: 'InnoDB',
        primaryKey: ['id'],
        uniqueConstraints: [{ name: 'by_email', columns: ['email'] }],
        estimatedRows: 100,
      },
    });
    expect(columns).toEqual([
      {
        name: 'id',
        type: 'bigint(20) unsigned',
        required: true,
        primaryKey: true,
        custom: { extra: 'auto_increment' },
      },
      {
        name: 'email',
        type: 'varchar(200)',
        description: 'Where mail goes',
        required: true,
        unique: true,
      },
      { name: 'name', type: 'varchar(50)', custom: { default: `'nobody'` } },
      {
        name: 'upper_name',
        type: 'varchar(50)',
        custom: { generated: 'ucase(`name`)', extra: 'STORED GENERATED' },
      },
      { name: 'mood', type: `enum('good','bad')` },
      {
        name: 'at',
        type: 'timestamp',
        required: true,
        custom: {
          default: 'current_timestamp()',
          extra: 'on update current_timestamp()',
        },
      },
    ]);
  });

  it('tells columns of JSON from other long texts', () => {
    const { columns = [] } = assetAt(assets, 'shop', 'letters');
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['body', 'json'],
      ['to', 'longtext'],
      ['o` d', 'json'],
      ['checked', 'longtext'],
    ]);
  });

  it('gives the columns of keys in the order of the key, and the path that a foreign key leads to', () => {
    expect(assetAt(assets, 'shop', 'items').properties).toMatchObject({
      primaryKey: ['position', 'order'],
      uniqueConstraints: [{ name: 'one_price', columns: ['customer', 'price'] }],
      foreignKeys: [
        {
          name: 'item_customer',
          columns: ['customer'],
          references: ['shop', 'customers'],
          referencedColumns: ['id'],
        },
      ],
    });
    expect(assetAt(assets, 'shop', 'shipped').properties).toMatchObject({
      foreignKeys: [
        {
          columns: ['item_position', 'item_order'],
          references: ['shop', 'items'],
          referencedColumns: ['position', 'order'],
        },
      ],
    });
  });

  it('follows views to what they are made of, in other databases too', () => {
    const buyers = assetAt(assets, 'shop', 'buyers');
    expect(buyers).toMatchObject({
      kind: 'view',
      upstream: [
        [oddDatabase, 'Tab.le `y` ß'],
        ['many', 't001'],
        ['shop', 'customers'],
        ['shop', 'items'],
      ],
    });
    expect(buyers).not.toHaveProperty('description');
    expect(buyers.properties?.['definition']).toContain('`shop`.`items` `i`');
    expect(assetAt(assets, 'shop', 'of_buyers').upstream).toEqual([['shop', 'buyers']]);
  });

  it('keeps names as they are, and apart when only their case differs', () => {
    const upper = assetAt(assets, oddDatabase, 'Tab.le `y` ß');
    expect(upper.columns).toEqual([
      { name: 'n', type: 'int(11)' },
      { name: 'Col.umn `z`', type: 'int(11)' },
    ]);
    expect(assetAt(assets, oddDatabase, 'tab.le `y` ß').columns).toEqual([
      { name: 'other', type: 'int(11)' },
    ]);
  });

  it('gives the same again, in pages of any size that hold nothing twice', async () => {
    const pages = await scanPages({ ...options, pageSize: 50 });
    expect(Math.max(...pages.map((page) => page.length))).toBe(50);
    expect(pages.flat()).toEqual(assets);
    expect(await scanAssets({ ...options, source: 'mysql', pageSize: 1 })).toEqual(assets);
  });

  it('obeys filters', async () => {
    const found = await scanAssets({
      ...options,
      filters: { schemas: ['MANY'], names: ['t00*'] },
      pageSize: 4,
    });
    expect(pathsOf(found)).toEqual([
      'many',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `many / t00${number}`),
    ]);
    const buyers = await scanAssets({ ...options, filters: { names: ['*buyers'] } });
    expect(assetAt(buyers, 'shop', 'buyers')).not.toHaveProperty('upstream');
  });

  it('reads one database alone when the integration names it, and refuses one that is not there', async () => {
    const config = { ...options.config, database: 'shop' };
    const found = await scanAssets({ ...options, config });
    expect(found).toHaveLength(7);
    expect(assetAt(found, 'shop', 'buyers').upstream).toEqual([
      ['shop', 'customers'],
      ['shop', 'items'],
    ]);
    await expect(
      scanAssets({ ...options, config: { ...config, database: 'nowhere' } }),
    ).rejects.toMatchObject({
      code: 'source_refused',
      message: 'There is no database nowhere, or the user has no right on it',
    });
  });

  it('goes on when something is dropped meanwhile', async () => {
    await server.run(
      'create database gone',
      'create table gone.a (id int)',
      'create table gone.b (id int)',
      'create view gone.c as select * from gone.b',
      'create table gone.d (id int)',
    );
    const scan = await openScan({ ...options, filters: { schemas: ['gone'] }, pageSize: 1 });
    const seen: ScannedAsset[] = [];
    for await (const page of scan.pages()) {
      seen.push(...page);
      if (seen.length === 2) await server.run('drop table gone.b, gone.d');
    }
    await scan.close();
    await server.run('drop database gone');
    expect(pathsOf(seen)).toEqual(['gone', 'gone / a', 'gone / c']);
    expect(JSON.stringify(seen)).not.toContain('invalid');
  });

  it('throws when the connection is lost', async () => {
    const scan = await openScan({ ...options, pageSize: 10 });
    const seen = scan.pages()[Symbol.asyncIterator]();
    await seen.next();
    const [rows] = await server.client.query<any[]>(
      `select id from information_schema.processlist where user = 'reader'`,
    );
    for (const { id } of rows) await server.run(`kill ${id}`);
    await expect(seen.next()).rejects.toThrow(/connection|closed|ended/i);
    await scan.close();
  });

  const running = async (text: string): Promise<boolean> => {
    const [rows] = await server.client.query<any[]>(
      `select id from information_schema.processlist where user = 'reader' and command = 'Query' and locate(?, info) > 0`,
      [text],
    );
    return rows.length > 0;
  };

  const gone = (text: string): Promise<boolean> =>
    until('the server stopped', async () => !(await running(text)));

  /** Statements KILL that the server has run. */
  const kills = async (): Promise<number> => {
    const [[row]] = await server.client.query<any[]>(`show global status like 'Com_kill'`);
    return Number(row.Value);
  };

  /** While `work` runs, a table is being made, and locked until it is full. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    const { host, port } = server;
    const maker = await createConnection({ host, port, user: 'root' });
    const making = maker
      .query('create table shop.slow as select sleep(3600) as a')
      .catch(() => undefined);
    await until('the table is being made', async () => {
      const [rows] = await server.client.query<any[]>(
        `select id from information_schema.processlist where info like 'create table%'`,
      );
      return rows.length > 0;
    });
    try {
      await work();
    } finally {
      await server.run(`kill ${maker.threadId}`);
      await making;
    }
  }

  it('rejects with the reason when it is aborted, and its query is gone from the server', () =>
    whileLocked(async () => {
      const controller = new AbortController();
      const outcome = scanAssets({ ...options, signal: controller.signal }).then(
        () => 'resolved',
        (error: unknown) => error,
      );
      await until('the scan waits', () => running('from information_schema.columns'));
      const reason = new Error('stop it');
      const before = await kills();
      controller.abort(reason);
      expect(await outcome).toBe(reason);
      // The limit on waiting for locks would end the query later, too.
      await until('the query is killed', async () => (await kills()) > before);
      await gone('from information_schema');
    }));

  it('throws when a table stays locked, rather than finding it without columns', () =>
    whileLocked(async () => {
      await expect(scanAssets(options)).rejects.toThrow('a table stayed locked for more than 3 s');
    }));

  it('ends a statement that sleeps, by abort and by its time limit', async () => {
    const { host, port } = server;
    const target = { host, address: host, port, user: 'reader', password: 'right-secret' };
    const connect = (signal: AbortSignal): ReturnType<typeof connectMysql> =>
      connectMysql({ ...target, tls: 'off' }, signal);
    const open = async (
      signal: AbortSignal,
      statementTimeoutMs: number,
    ): ReturnType<typeof openMysqlSession> =>
      openMysqlSession({ connection: await connect(signal), connect, statementTimeoutMs, signal });

    const controller = new AbortController();
    const session = await open(controller.signal, 3_600_000);
    const outcome = session.query('select sleep(3600)').catch((error: unknown) => error);
    await until('it sleeps', () => running('sleep(3600)'));
    controller.abort(new Error('stop it'));
    expect(await outcome).toMatchObject({ message: 'stop it' });
    await gone('sleep(3600)');
    await session.close();

    const hasty = await open(new AbortController().signal, 300);
    await expect(hasty.query('select sleep(3600)')).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'the statement took longer than 300 ms',
    });
    await expect(hasty.query('create table shop.no (id int)')).rejects.toThrow(/read.only|denied/i);
    await hasty.close();
  });

  it('says what it reached', async () => {
    const { host, port } = server;
    const scan = await openScan({ ...options, config: { host, port, database: 'shop' } });
    expect(await scan.describe()).toMatch(
      new RegExp(`^MariaDB \\d+\\.\\d+\\.\\d+, database shop at ${host}:${port}$`),
    );
    await scan.close();
  });

  it('is refused before any connection when its host is not allowed', async () => {
    await expect(openScan({ ...options, allowedHosts: ['elsewhere'] })).rejects.toMatchObject({
      code: 'source_refused',
      message: expect.stringContaining('an operator can add it to ALLOWED_HOSTS'),
    });
  });

  it('is refused with a wrong password, without telling it, and without TLS when that is required', async () => {
    const { host, port } = server;
    const credentials = { username: 'reader', password: 'wrong-secret' };
    await expect(openScan({ ...options, credentials })).rejects.toMatchObject({
      code: 'source_refused',
      message: expect.stringMatching(
        new RegExp(`^Could not connect to ${host}:${port}: Access denied for user 'reader'`),
      ),
    });
    const config = { host, port, tls: 'required' };
    await expect(openScan({ ...options, config })).rejects.toMatchObject({
      code: 'source_refused',
      message: expect.stringMatching(/does not support secure connection/),
    });
    const verified = openScan({ ...options, config: { host, port, tls: 'verified' } });
    await expect(verified).rejects.toMatchObject({ code: 'source_refused' });
  });
});
