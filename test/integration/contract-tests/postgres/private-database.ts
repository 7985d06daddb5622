import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { SourceAccess } from '../../../../connectors/connector.ts';

/** A database of one test file on the test server. */
export type PrivateDatabase = {
  host: string;
  port: number;
  database: string;
  /** The server of a contract whose tables are in `public`. */
  server: Record<string, unknown>;
  /** What a worker that may read this server is allowed. */
  access: SourceAccess;
  run: (sql: string) => Promise<void>;
  /** Empties the database: every schema goes, `public` comes back. */
  reset: () => Promise<void>;
  /** How many sessions run something whose text contains this. */
  running: (text: string) => Promise<number>;
  /** The major version of the server. */
  version: () => Promise<number>;
  /** How many sessions of this application are in the database. */
  sessions: () => Promise<number>;
  /** Runs work while nobody can read that table. */
  whileLocked: (table: string, work: () => Promise<void>) => Promise<void>;
  drop: () => Promise<void>;
};

/** Creates an empty database on TEST_DATABASE_URL; `drop` removes it. */
export async function createPrivateDatabase(): Promise<PrivateDatabase> {
  const base = new URL(
    process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  );
  const database = `contract_tests_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: base.href });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const own = new URL(base);
  own.pathname = `/${database}`;
  const client = new Client({ connectionString: own.href });
  await client.connect();
  const port = Number(base.port || 5432);
  const run = async (sql: string): Promise<void> => {
    await client.query(sql);
  };
  const host = base.hostname;
  return {
    host,
    port,
    database,
    server: { type: 'postgres', host, port, database, schema: 'public' },
    access: {
      allowedHosts: [`${base.hostname}:${port}`],
      allowedDataDirs: [],
      credentials: {
        DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(base.username || 'postgres'),
        DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(base.password),
      },
      statementTimeoutMs: 20_000,
    },
    run,
    async reset() {
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
      );
      for (const { name } of rows) await run(`drop schema ${name} cascade`);
      await run('create schema public');
    },
    async running(text) {
      const { rows } = await admin.query(
        `select 1 from pg_stat_activity where datname = $1 and state = 'active' and position($2 in query) > 0`,
        [database, text],
      );
      return rows.length;
    },
    async version() {
      const { rows } = await admin.query<{ server_version_num: string }>('show server_version_num');
      return Math.trunc(Number(rows[0]?.server_version_num) / 10_000);
    },
    async sessions() {
      const { rows } = await admin.query(
        `select 1 from pg_stat_activity where datname = $1 and application_name = 'concordat'`,
        [database],
      );
      return rows.length;
    },
    async whileLocked(table, work) {
      await run(`begin; lock table ${table} in access exclusive mode`);
      try {
        await work();
      } finally {
        await run('rollback');
      }
    },
    async drop() {
      await client.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}
