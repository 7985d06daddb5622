import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { until } from '../../../support/until.ts';
import { closeTestSources, countSessions, failureOf, openTestSource } from '../open-test-source.ts';
import { hasOracles, oracleFolder } from '../oracles.ts';
import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import type { PrivateMariadb } from './private-mariadb.ts';
import { troubles } from '../run-contract.ts';

let mariadb: PrivateMariadb;

const open = (access: Partial<SourceAccess> = {}, signal?: AbortSignal): Promise<Source> =>
  openTestSource(mariadb.server, { ...mariadb.access, ...access }, signal);

const as = (user: string, password: string): Partial<SourceAccess> => ({
  credentials: { DATACONTRACT_MYSQL_USERNAME: user, DATACONTRACT_MYSQL_PASSWORD: password },
});

const database = '`Test ``it```';

withMariadb('MariaDB', () => {
  beforeAll(async () => {
    mariadb = await startPrivateMariadb();
  });
  afterAll(() => mariadb.stop());
  beforeEach(() => mariadb.reset());
  afterEach(closeTestSources);

  const connection = 'select connection_id() as id, sleep(0.05)';

  describe('the sessions of a source', () => {
    it('are three side by side, or as many as the user may have', async () => {
      const source = await open();
      expect(source).toMatchObject({ concurrency: 3, dialect: 'mysql' });
      expect(await countSessions(source, connection, { expected: 1, batch: 1 })).toBe(1);
      expect(await countSessions(source, connection, { expected: 3 })).toBe(3);
      await mariadb.run(
        "create or replace user few identified by 'p' with max_user_connections 1",
        `grant select on ${database}.* to few`,
      );
      const alone = await open(as('few', 'p'));
      expect(await countSessions(alone, connection, { expected: 1 })).toBe(1);
      expect(await alone.queryRule('select @x := 1 as n', 1)).toEqual([{ n: 1 }]);
      expect(await alone.query('select @x as n')).toEqual([{ n: null }]);
    });

    it('read one moment each, and cannot write', async () => {
      await mariadb.run('create table t (n int)', 'insert into t values (1)');
      await mariadb.run(
        `create or replace user owner identified by 'p'`,
        `grant all on ${database}.* to owner`,
      );
      const source = await open(as('owner', 'p'));
      expect(await source.query('select n from t')).toEqual([{ n: 1 }]);
      await mariadb.run('insert into t values (2)');
      expect(await source.query('select n from t')).toEqual([{ n: 1 }]);
      const refused = (statement: string): Promise<void> =>
        expect(source.query(statement)).rejects.toThrow(/READ ONLY transaction|SQL syntax/);
      await refused('insert into t values (3)');
      await refused('select 1; select 2');
      expect(await source.query('select n from t')).toEqual([{ n: 1 }]);
      // This ends the transaction of MariaDB, although it does nothing; what comes then is read-only, too.
      await refused('create table u (n int)');
      await refused('insert into t values (3)');
      expect(await source.query('select n from t')).toHaveLength(2);
    });

    it('give numbers as they are, and dates as texts in UTC', async () => {
      await mariadb.run(
        "set time_zone = '+00:00', sql_mode = ''",
        'create table t (a bigint unsigned, b decimal(20, 2), c timestamp null, d date, e boolean, f datetime(3))',
        `insert into t values (18446744073709551615, 1.50, '2024-01-01 10:00', '0000-00-00', true, '2024-01-01 00:00:00.5'), (7, 0, null, null, null, null)`,
      );
      expect(await (await open()).query('select * from t')).toEqual([
        {
          a: 18_446_744_073_709_551_615n,
          b: '1.50',
          c: '2024-01-01 10:00:00',
          d: '0000-00-00',
          e: 1,
          f: '2024-01-01 00:00:00.500',
        },
        { a: 7, b: '0.00', c: null, d: null, e: null, f: null },
      ]);
    });

    it('are all ended on the server when the run is aborted', async () => {
      const controller = new AbortController();
      const source = await open({}, controller.signal);
      const work = [1, 2, 3, 4].map(() => failureOf(source.query('select sleep(71)')));
      const rule = failureOf(source.queryRule('select sleep(71)', 1));
      await until('they run', async () => (await mariadb.running('sleep(71)')) === 4);
      const reason = new Error('stop it');
      controller.abort(reason);
      for (const failure of await Promise.all([...work, rule])) expect(failure).toBe(reason);
      await until('they are gone', async () => (await mariadb.running('sleep(71)')) === 0);
    });

    it('end statements that take too long, or find a table locked', async () => {
      await mariadb.run('create table t (n int)');
      const source = await open({ statementTimeoutMs: 300 });
      const expected = { name: 'TimeoutError', message: 'the statement took longer than 300 ms' };
      expect(await failureOf(source.query('select sleep(72)'))).toMatchObject(expected);
      expect(await failureOf(source.queryRule('select sleep(72)', 1))).toMatchObject(expected);
      await mariadb.run('lock tables t write');
      const locked = await open();
      expect(await failureOf(locked.query('select n from t'))).toMatchObject({
        name: 'TimeoutError',
        message: 'a table stayed locked for more than 3 s',
      });
      await mariadb.run('unlock tables');
      expect(await locked.query('select n from t')).toEqual([]);
    });

    it('go on without one that the server ends', async () => {
      const source = await open();
      await countSessions(source, connection, { expected: 3 });
      const doomed = failureOf(source.query('select sleep(73)'));
      await until('it runs', async () => (await mariadb.running('sleep(73)')) === 1);
      const [rows] = await mariadb.client.query(
        "select id from information_schema.processlist where info = 'select sleep(73)'",
      );
      await mariadb.run(`kill ${(rows as { id: number }[])[0]?.id}`);
      await doomed;
      expect(await countSessions(source, connection, { expected: 2 })).toBe(2);
    });
  });

  describe('a rule', () => {
    beforeEach(() =>
      mariadb.run(
        'create table t (id int primary key, n int)',
        'insert into t values (1, 1), (2, 2), (3, 3)',
        'create sequence s',
        'create function writes() returns int begin delete from t; return 1; end',
      ),
    );

    it.each([
      ['delete from t', /one SELECT statement/],
      ['with x as (select 1) delete from t', /one SELECT statement/],
      ['select 1; delete from t', /one SELECT statement/],
      ['select 1) as a; delete from t; -- ', /one SELECT statement/],
      ['commit', /one SELECT statement/],
      ['set session transaction read write', /one SELECT statement/],
      ['start transaction read write', /one SELECT statement/],
      ['create table made (n int)', /one SELECT statement/],
      ['create temporary table made (n int)', /one SELECT statement/],
      ["select n from t into outfile '/tmp/x'", /one SELECT statement|INTO/],
      ['select n into @x from t', /one SELECT statement|INTO/],
      ['call writes()', /one SELECT statement/],
      ['lock tables t write', /one SELECT statement/],
      ['kill 1', /one SELECT statement/],
      ['select writes() as n', /READ ONLY transaction/],
      ['select nextval(s) as n', /READ ONLY transaction|read-only/i],
      ['/*', /one SELECT statement/],
      ['', /one SELECT statement/],
      ["with x as (select 1) select 1 into outfile '/tmp/x'", /one SELECT statement|INTO/],
      ['with x as (select 1) select 1 into @x', /one SELECT statement|INTO/],
      ['with x as (select 1 as n) select n from x; delete from t', /one SELECT statement/],
      ['with x as (select 1 as n) select n from x) or exists (select 2', /one SELECT statement/],
      ['select 1 \0 as x', /zero byte/],
    ])('%s: is refused and changes nothing', async (sql, message) => {
      await mariadb.run(`grant insert, delete, create on ${database}.* to reader`);
      const source = await open();
      await expect(source.queryRule(sql, 5)).rejects.toThrow(message);
      expect(await source.queryRule('select count(*) as n from t', 5)).toEqual([{ n: 3 }]);
      const [rows] = await mariadb.client.query(
        'select (select count(*) from t) as n, nextval(s) as s',
      );
      expect(rows).toEqual([{ n: 3, s: 1 }]);
      await mariadb.run(`revoke insert, delete, create on ${database}.* from reader`);
    });

    it('is one SELECT of the database, whose columns keep their order', async () => {
      const source = await open();
      const rows = await source.queryRule(
        'with x as (select n from t) select max(n), 7 as `2`, "a" as `1` from x -- end;',
        5,
      );
      expect(Object.values(rows[0] ?? {})).toEqual([3, 7, 'a']);
      expect(await source.queryRule('select n from t order by n desc # comment', 2)).toHaveLength(
        2,
      );
    });

    it.each([
      ['select id from t order by id desc', 3],
      ['(select id from t) order by id desc', 3],
      ['with x as (select id from t) select id from x order by id desc;;', 3],
      ['with x as (select id from t) select id from x order by id desc limit 2;', 3],
      ['select id from t union select 9 order by id desc', 9],
      ['select count(*), count(*) from t', 3],
      ['with x as (select id from t) select max(id), max(id) from x', 3],
      ['values (4)', 4],
    ])('%s: answers in its order', async (sql, first) => {
      const rows = await (await open()).queryRule(sql, 1);
      expect(rows).toHaveLength(1);
      expect(Object.values(rows[0] ?? {})[0]).toBe(first);
    });

    it.each(["select @x := 5 as n, get_lock('concordat', 1)", 'select last_insert_id(77)'])(
      '%s: leaves nothing behind',
      async (sql) => {
        const source = await open();
        await source.queryRule(sql, 1);
        const state = `select @x as x, is_used_lock('concordat') as l, last_insert_id() as i, @@session.time_zone as z,
        @@character_set_client as c`;
        const clean = [{ x: null, l: null, i: 0, z: '+00:00', c: 'utf8mb4' }];
        expect(await source.queryRule(state, 1)).toEqual(clean);
        expect(await source.query(state)).toEqual(clean);
      },
    );

    it('reads no more rows than asked for, and no answer that fills the memory', async () => {
      const source = await open();
      expect(await source.queryRule('select seq from seq_1_to_3000000', 3)).toHaveLength(3);
      await mariadb.run('set global max_allowed_packet = 104857600');
      const large = await open();
      await expect(
        large.queryRule("select repeat('x', 90000000) as x from seq_1_to_5", 9),
      ).rejects.toThrow('the result of the rule is larger than 64 MB');
      expect(await large.queryRule('select 1 as n', 1)).toEqual([{ n: 1 }]);
    });
  });

  describe('a run', () => {
    const schema = [
      { name: 'open', properties: [{ name: 'a', required: true }] },
      { name: 'closed', properties: [{ name: 'a', required: true }] },
      {
        name: 'half',
        properties: [
          { name: 'a', required: true },
          { name: 'b', required: true },
        ],
      },
    ];

    it('without a right on a table has troubles with that table only', async () => {
      await mariadb.run(
        'create table `open` (a int)',
        'create table closed (a int)',
        'create table half (a int, b int)',
        "create or replace user guest identified by 'guest-secret'",
        `grant select on ${database}.open to guest`,
        `grant select (a) on ${database}.half to guest`,
      );
      const access = { ...mariadb.access, ...as('guest', 'guest-secret') };
      const found = troubles(await mariadb.test(schema, { access }));
      const absent = `Could not read model 'closed': it does not exist, or the user has no right on it on server 'under-test'`;
      expect(found).toEqual({
        closed__a__field_is_present: `failed: ${absent}`,
        closed__a__field_required: `unknown: ${absent}`,
        half__b__field_is_present: expect.stringContaining('missing'),
        half__b__field_required: expect.stringContaining('not found'),
      });
    });

    it('that cannot begin says why, and tells no password', async () => {
      const { host, port, server, access } = mariadb;
      const reasonOf = async (options: Parameters<typeof mariadb.test>[1]): Promise<string> => {
        const { checks, result } = await mariadb.test(schema, options);
        expect(result).toBe('error');
        expect(JSON.stringify(checks)).not.toMatch(/(right|wrong)-secret/);
        return checks[0]?.reason ?? '';
      };
      expect(await reasonOf({ access: { ...access, ...as('reader', 'wrong-secret') } })).toMatch(
        new RegExp(
          `^Could not connect to mysql ${host}:${port}/Test .it.: Access denied for user 'reader'`,
        ),
      );
      expect(await reasonOf({ server: { ...server, database: 'nowhere' } })).toContain(
        `${port}/nowhere: Unknown database 'nowhere'`,
      );
      expect(await reasonOf({ access: { ...access, allowedHosts: [] } })).toContain(
        'ALLOWED_HOSTS',
      );
      const metadata = { ...access, allowedHosts: ['169.254.169.254'] };
      expect(
        await reasonOf({ access: metadata, server: { ...server, host: '169.254.169.254' } }),
      ).toContain('never contacted');
      const closed = { ...access, allowedHosts: [host] };
      expect(await reasonOf({ access: closed, server: { ...server, port: 1 } })).toMatch(
        /^Could not connect to mysql .*:1\/.*ECONNREFUSED/,
      );
      expect(await reasonOf({ access: { ...access, credentials: {} } })).toBe(
        'Required configuration DATACONTRACT_MYSQL_USERNAME is not set',
      );
      expect(await reasonOf({ server: { type: 'mysql', host } })).toContain(
        'needs host and database',
      );
    });

    it('finds tables by names that differ in case, with what constraints prove', async () => {
      await mariadb.run(
        `create table T (id int primary key, a int not null, b int, c varchar(300) not null, unique (b), unique (a, id), unique (c(20)))`,
        'create table t (id int)',
        'create view v as select id, a from T',
        'create table m (id int not null unique) engine = memory',
      );
      const source = await open();
      const tables = await source.describe(['T', 't', 'V', 'm', 'absent', 'nul\0']);
      expect([...tables.keys()]).toEqual(['T', 't', 'V', 'm']);
      expect(tables.get('T')).toEqual({
        relation: '`Test ``it```.`T`',
        cells: 'typed',
        path: ['T'],
        columns: [
          { name: 'id', type: 'int(11)', notNull: true },
          { name: 'a', type: 'int(11)', notNull: true },
          { name: 'b', type: 'int(11)' },
          { name: 'c', type: 'varchar(300)', notNull: true },
        ],
        uniqueKeys: expect.arrayContaining([['id'], ['a', 'id'], ['c']]),
      });
      expect(tables.get('t')?.columns).toEqual([{ name: 'id', type: 'int(11)' }]);
      expect(tables.get('V')?.columns).toEqual([
        { name: 'id', type: 'int(11)' },
        { name: 'a', type: 'int(11)' },
      ]);
      expect(tables.get('m')).toMatchObject({ uniqueKeys: [] });
    });

    (hasOracles ? it : it.skip)('agrees with what is recorded for MySQL', async () => {
      const folder = path.join(oracleFolder, 'engine/containers/mysql-odcs');
      const data = fs.readFileSync(path.join(folder, 'data/data.sql'), 'utf8');
      await mariadb.run(...data.split(';').filter((statement) => statement.trim() !== ''));
      const contract = load(fs.readFileSync(path.join(folder, 'contract.odcs.yaml'), 'utf8'));
      const expected = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')) as {
        result: string;
        checks: { key: string; type: string; name: string; result: string }[];
      };
      const { schema: tables } = contract as { schema: unknown[] };
      const { checks, result } = await mariadb.test(tables, {
        server: { ...mariadb.server, type: 'mysql' },
      });
      expect(result).toBe(expected.result);
      // Ours also looks at physical types, and at what ODCS 2 and 3.0 say of nulls and uniqueness.
      const recorded = new Set(expected.checks.map(({ key }) => key));
      expect(checks.filter(({ key }) => recorded.has(key))).toEqual(
        expected.checks.map(({ key, type, name, result: verdict }) =>
          expect.objectContaining({ key, type, name, result: verdict }),
        ),
      );
    });
  });
});
