import { keptDays } from '../domain/operations/retention.ts';
import type { Db, Tx } from './connect.ts';

/**
 * A table that is partitioned by months of `column` (UTC). Rows of other months are in the partition
 * `<name>_default`, so that no insert fails.
 */
export type MonthlyTable = {
  name: string;
  column: string;
  keptDays: number;
  /** Column whose values are unique in each organization and partition; null counts for nothing. */
  unique?: string;
};

/** All tables that are partitioned by months. */
export const monthlyTables: readonly MonthlyTable[] = [
  { name: 'lineage_events', column: 'received_at', keptDays: keptDays.lineage, unique: 'digest' },
  { name: 'usage_spans', column: 'started_at', keptDays: keptDays.spans },
];

const day = 24 * 3_600_000;

/** The months after the current one that have a partition: one month without a clock loses nothing. */
const monthsAhead = 2;

/** A partition waits at most this long for its lock, because all traffic of the table queues up behind it. */
const lockTimeout = '2s';

type Month = { partition: string; from: Date; to: Date };

function monthOf(table: string, at: Date, offset = 0): Month {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + offset];
  const from = new Date(Date.UTC(year, month));
  const text = from.toISOString().slice(0, 7).replace('-', '_');
  return { partition: `${table}_${text}`, from, to: new Date(Date.UTC(year, month + 1)) };
}

function keptMonths({ name, keptDays: days }: MonthlyTable, now: Date): Month[] {
  const { to: end } = monthOf(name, now, monthsAhead);
  const months = [monthOf(name, new Date(now.getTime() - days * day))];
  for (let last = months[0]; last && last.to < end; last = months.at(-1)) {
    months.push(monthOf(name, last.to));
  }
  return months;
}

async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ?::regclass order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The months from the oldest kept row to the month after next that have no partition yet. */
export async function listMissingMonths(db: Db, table: MonthlyTable, now: Date): Promise<Month[]> {
  const existing = await listPartitions(db, table.name);
  return keptMonths(table, now).filter(({ partition }) => !existing.includes(partition));
}

/**
 * Adds the partition of a month and moves the rows of the month out of the default partition. Readers and
 * writers of other months are not delayed.
 */
export async function addMonth(
  tx: Tx,
  { name, column, unique }: MonthlyTable,
  month: Month,
): Promise<void> {
  const { partition, from, to } = month;
  const bounds = [from.toISOString(), to.toISOString()];
  await tx.raw(`set local lock_timeout = '${lockTimeout}'`);
  // Serializes several clocks and migrations; the default partition must get no further row of the month.
  await tx.raw(`lock table ${name}_default in access exclusive mode`);
  if ((await listPartitions(tx, name)).includes(partition)) return;
  await tx.raw(`create table ${partition} (like ${name} including all)`);
  if (unique !== undefined) await addUniqueIndex(tx, partition, unique);
  await tx.raw(
    `with moved as (delete from ${name}_default where ${column} >= ? and ${column} < ? returning *)
      insert into ${partition} select * from moved`,
    bounds,
  );
  await tx.raw(
    `alter table ${name} attach partition ${partition} for values from ('${bounds[0]}') to ('${bounds[1]}')`,
  );
}

/**
 * Adds the unique index of a partition. The table cannot have one, because it would contain the column of the months; `on conflict do
 * nothing` obeys it nevertheless.
 */
async function addUniqueIndex(tx: Tx, partition: string, column: string): Promise<void> {
  await tx.raw(
    `create unique index ${partition}_${column} on ${partition} (organization_id, ${column}) where ${column} is not null`,
  );
}

/** Adds the unique index of `column` to all partitions of a table that did not have it. */
export async function addUniqueIndexes(tx: Tx, table: string, column: string): Promise<void> {
  for (const partition of await listPartitions(tx, table)) {
    await addUniqueIndex(tx, partition, column);
  }
}

/** The partitions whose newest row is older than `keptDays`. */
export async function listEndedPartitions(
  db: Db,
  table: MonthlyTable,
  now: Date,
): Promise<string[]> {
  const first = keptMonths(table, now)[0]?.partition ?? '';
  const others = await listPartitions(db, table.name);
  // Names of months sort by time.
  return others.filter((name) => /_\d{4}_\d{2}$/.test(name) && name < first);
}

/** Removes a partition with its rows. */
export async function dropPartition(tx: Tx, partition: string): Promise<void> {
  await tx.raw(`set local lock_timeout = '${lockTimeout}'`);
  await tx.raw(`drop table if exists ${partition}`);
}

/** Deletes up to `limit` rows of the default partition that are older than `keptDays`; returns their number. */
export async function deleteFromDefault(
  tx: Tx,
  { name, column, keptDays: days }: MonthlyTable,
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * day).toISOString();
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `delete from ${name}_default where ctid = any(array(
      select ctid from ${name}_default where ${column} < ? limit ?)) returning 1`,
    [before, limit],
  );
  return rows.length;
}
