import { DuckDBInstance } from '@duckdb/node-api';
import { Client } from 'pg';
import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { checkRuleQuery } from '../../../jobs/contract-tests/plan/query/query-guard.ts';
import { hasMariadb, startMariadb } from '../../support/servers/mariadb.ts';

/** Runs a query as the server reads it and gives the names of the columns that it has. */
type Run = (sql: string) => Promise<string[]>;

type Server = { run: Run; end: () => Promise<void> };

async function onPostgres(): Promise<Server> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  const run: Run = async (sql) => (await client.query(sql)).fields.map(({ name }) => name);
  return { run, end: () => client.end() };
}

async function onDuckdb(): Promise<Server> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const run: Run = async (sql) => (await connection.run(sql)).columnNames();
  return {
    run,
    async end() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function onMariadb(): Promise<Server> {
  const { client, stop } = await startMariadb();
  const run: Run = async (sql) => {
    const [, fields] = await client.query(sql);
    return fields.map(({ name }) => name);
  };
  return { run, end: stop };
}

/** Each has a column `hidden` for the server, and none for who takes the text for what it looks like. */
const hidden: [dialect: Dialect, sql: string][] = [
  ['postgres', 'select 1 --\r\u2028, pg_sleep(0) as hidden'],
  ['postgres', "select E'a'\n'b\\' , ' , pg_sleep(0) as hidden --'"],
  ['postgres', "select E'a' -- c\n'b\\' , ' , pg_sleep(0) as hidden --'"],
  ['duckdb', 'select 1 --\r\u2028, version() as hidden'],
  ['duckdb', "select E'a'\n'b\\' , ' , current_setting('threads') as hidden --'"],
  ['duckdb', 'select * from (select value as hidden from duckdb_settings()) t'],
  ['duckdb', 'select setting as hidden from pg_settings'],
  ['duckdb', 'select path as hidden from duckdb_databases'],
  ['mysql', 'select 1 --\u00a0, sleep(0) as hidden from (select 1 as \u00a0) t'],
  ['mysql', "select 1 --\u0001'\n, sleep(0) as hidden -- '"],
  ['mysql', 'select 1 --\u000b;\n, sleep(0) as hidden'],
];

/** What a server reads as one column only, and so does the guard. */
const plain: [dialect: Dialect, sql: string][] = [
  ['postgres', 'select 1 -- a\r\n -- , 2 as hidden\n'],
  ['postgres', "select E'a\\' , ' as n -- , 2 as hidden"],
  ['duckdb', "select E'a\\' , ' as n -- , 2 as hidden"],
  ['mysql', 'select 1--1 as n -- , 2 as hidden'],
  ['mysql', 'select 1 --\t, 2 as hidden'],
];

const servers: [dialect: Dialect, start: () => Promise<Server>][] = [
  ['postgres', onPostgres],
  ['duckdb', onDuckdb],
  ...(hasMariadb() ? [['mysql', onMariadb] satisfies [Dialect, typeof onMariadb]] : []),
];

describe.each(servers)('statements that %s reads otherwise than they look', (dialect, start) => {
  let server: Server;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.end());

  const of = (queries: typeof hidden): string[] =>
    queries.filter(([each]) => each === dialect).map(([, sql]) => sql);

  it.each(of(hidden))('refuses %j, whose hidden part would run', async (sql) => {
    expect(await server.run(sql)).toContain('hidden');
    expect(checkRuleQuery(sql, dialect)).toBeDefined();
  });

  it.each(of(plain))('lets %j pass, which hides nothing', async (sql) => {
    expect(await server.run(sql)).toHaveLength(1);
    expect(checkRuleQuery(sql, dialect)).toBeUndefined();
  });
});
