import { Client } from 'pg';
import { listBackupTables } from '../../../db/backup/tables.ts';
import { sealedColumns } from '../../../db/tables/organizations/sealed-secrets.ts';
import { isSealed, sealSecret } from '../../../lib/secrets/secrets.ts';
import type { TestApi } from '../http/api.ts';
import { testSecretKey } from '../sources/job-settings.ts';
import { insertAnyRow } from './any-row.ts';

/** Rows of these are not in a backup. */
const left = ['migrations', 'migrations_lock', 'processes', 'backups'];

/** The tables of a backup of this database. */
export async function tablesOf(url: string): Promise<string[]> {
  return onDatabase(url, async (client) =>
    (await listBackupTables(client)).map(({ name }) => name),
  );
}

async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds a row without null values to each empty table, and seals its secrets. */
export async function fillEmptyTables({ database: { knex }, url }: TestApi): Promise<void> {
  for (const table of await tablesOf(url)) {
    const found = await knex(table).first();
    if (found === undefined) await insertAnyRow(knex, table);
  }
  for (const { table, keys, column, sealedAs = column } of sealedColumns) {
    const row = await knex(table).first();
    if (isSealed(row[column] ?? 'v1.')) continue;
    const location = [table, ...keys.map((key) => String(row[key])), sealedAs];
    await knex(table).update({ [column]: sealSecret('a secret', testSecretKey, location) });
  }
}

/** Every row of every table as text, with all columns; rows of partitions belong to their table. */
export async function rowsOf(url: string): Promise<Record<string, string[]>> {
  return onDatabase(url, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any($1)
        and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass) order by 1`,
      [left],
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text collate "C" as row from "${name}" t order by 1`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}
