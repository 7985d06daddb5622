import type { Knex } from 'knex';
import { addMonth, listMissingMonths } from '../partitions.ts';
import type { MonthlyTable } from '../partitions.ts';

/** Creates a table that is partitioned by months, with its default partition and the months that are due. */
export async function createMonthlyTable(
  knex: Knex.Transaction,
  table: MonthlyTable,
  build: (builder: Knex.CreateTableBuilder) => void,
): Promise<void> {
  const [create, ...others] = knex.schema.createTable(table.name, build).toSQL();
  if (!create) throw new Error(`${table.name} has no statement`);
  await knex.raw(`${create.sql} partition by range (${table.column})`);
  for (const { sql } of others) await knex.raw(sql);
  await knex.raw(`create table ${table.name}_default partition of ${table.name} default`);
  const now = new Date();
  for (const month of await listMissingMonths(knex, table, now)) {
    await addMonth(knex, table, month);
  }
}
