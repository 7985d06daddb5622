import type { Client } from 'pg';
import { copyIn } from './copy.ts';
import { withSession } from './session.ts';
import { copyTarget, listBackupTables } from './tables.ts';
import type { BackupSequence, BackupTable } from './tables.ts';

/** An open transaction that fills an empty database. */
export type Loading = {
  /** True if the schema has this table. */
  has: (table: string) => boolean;
  /** Adds rows in the format of COPY; returns their number. */
  load: (table: BackupTable, chunks: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Lets identity columns continue after the numbers of the backup. */
  continueSequences: (sequences: readonly BackupSequence[]) => Promise<void>;
};

/** Migrations write one row into this table, which is replaced. */
const filledByMigrations = ['feed_head'];

/**
 * Runs `work` in one transaction on a migrated database, and commits when it returns. Other sessions wait for its end. Returns what
 * `work` returned, or the tables that already hold rows, without a change.
 */
export function withLoading<T>(
  url: string,
  work: (loading: Loading) => Promise<T>,
): Promise<{ done: T } | { filled: readonly string[] }> {
  return withSession(url, 'concordat restore', async (client) => {
    await client.query('begin');
    const tables = await listBackupTables(client);
    const all = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
    await client.query(`lock table ${all} in access exclusive mode`);
    const filled = await listFilled(client, tables);
    if (filled.length > 0) return { filled };
    await client.query(`truncate ${all}`);
    const done = await work(loadingOf(client, tables));
    await client.query('commit');
    return { done };
  });
}

async function listFilled(client: Client, tables: readonly BackupTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables.filter((table) => !filledByMigrations.includes(table.name))) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) filled.push(name);
  }
  return filled;
}

function loadingOf(client: Client, tables: readonly BackupTable[]): Loading {
  const names = new Set(tables.map(({ name }) => name));
  return {
    has: (table) => names.has(table),
    load: (table, chunks) => copyIn(client, `copy ${copyTarget(client, table)} from stdin`, chunks),
    continueSequences: async (sequences) => {
      for (const { table, column, value, isCalled } of sequences) {
        await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
          table,
          column,
          value,
          isCalled,
        ]);
      }
    },
  };
}

/** What a database holds before a restore. */
export type RestoreTarget = {
  /** Tables with rows. */
  filled: readonly string[];
  /** True if there are tables that no migration has made. */
  isForeign: boolean;
  /** Steps that a migration has run. */
  migrations: readonly string[];
  /** Processes of the product that are connected: their application names. */
  connected: readonly string[];
};

/** Looks at a database without changing it. */
export function readRestoreTarget(url: string): Promise<RestoreTarget> {
  return withSession(url, 'concordat restore', async (client) => {
    const names = async (query: string): Promise<string[]> =>
      (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
    const [found] = await names(`select to_regclass('migrations')::text as name`);
    const migrations = found ? await names('select name from migrations order by id') : [];
    const tables = await listBackupTables(client);
    return {
      filled: await listFilled(client, tables),
      isForeign: migrations.length === 0 && tables.length > 0,
      migrations,
      connected: await names(
        `select distinct application_name as name from pg_stat_activity
          where datname = current_database() and application_name ~ '^concordat (api|worker|heartbeat|clock)' order by 1`,
      ),
    };
  });
}
