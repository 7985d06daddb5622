import { DuckDBInstance } from '@duckdb/node-api';
import { createConnection } from 'mysql2/promise';
import { startMariadb } from '../../support/servers/mariadb.ts';
import { createPrivateDatabase } from '../contract-tests/postgres/private-database.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { Client } from 'pg';

/** A real database that starts empty for every contract. */
export type SqlEngine = {
  dialect: TypeDialect;
  /** Forgets everything that was made before. */
  clear: () => Promise<void>;
  /** Runs a script, or one query; the rows of its last statement. */
  run: (sql: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

export async function startPostgres(): Promise<SqlEngine> {
  const database = await createPrivateDatabase();
  const base = new URL(
    process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  );
  base.pathname = `/${database.database}`;
  const client = new Client({ connectionString: base.href });
  await client.connect();
  return {
    dialect: 'postgres',
    clear: () => database.reset(),
    async run(sql) {
      const answer = await client.query(sql);
      const last = Array.isArray(answer) ? answer.at(-1) : answer;
      return last.rows;
    },
    async stop() {
      await client.end();
      await database.drop();
    },
  };
}

export async function startMysql(): Promise<SqlEngine> {
  const server = await startMariadb();
  const client = await createConnection({
    host: server.host,
    port: server.port,
    user: 'root',
    charset: 'utf8mb4',
    multipleStatements: true,
  });
  return {
    dialect: 'mysql',
    async clear() {
      await client.query('drop database if exists scripts');
      await client.query('create database scripts character set utf8mb4');
      await client.query('use scripts');
    },
    async run(sql) {
      const [rows] = await client.query(sql);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

export async function startDuckdb(): Promise<SqlEngine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  let count = 0;
  return {
    dialect: 'duckdb',
    async clear() {
      count += 1;
      await connection.run(`create schema s${count}; use s${count}`);
      // Its catalogue lists every schema, so those that stay would make each query slower than the one before.
      if (count > 1) await connection.run(`drop schema s${count - 1} cascade`);
    },
    async run(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjects();
    },
    stop: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
