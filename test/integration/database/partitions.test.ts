import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connect.ts';
import {
  addMonth,
  deleteFromDefault,
  dropPartition,
  listEndedPartitions,
  listMissingMonths,
} from '../../../db/partitions.ts';
import type { MonthlyTable } from '../../../db/partitions.ts';
import { createMonthlyTable } from '../../../db/migrations/create-monthly-table.ts';
import { transact } from '../../../db/transact.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

const days: MonthlyTable = { name: 'measured_days', column: 'at', keptDays: 45 };

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
  await transact(test.database, (tx) =>
    createMonthlyTable(tx, days, (table) => {
      table.uuid('id').notNullable().comment('Any');
      table.specificType('at', 'timestamptz(3)').notNullable().comment('When');
      table.primary(['at', 'id']);
    }),
  );
});
afterEach(() => test.drop());

const insert = (at: string) => test.database.knex(days.name).insert({ id: randomUUID(), at });
const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transact(test.database, work);
const addAll = async (now: Date): Promise<string[]> => {
  const months = await listMissingMonths(test.database.knex, days, now);
  for (const month of months) await write((tx) => addMonth(tx, days, month));
  return months.map(({ partition }) => partition);
};
const partitionsOfRows = async (): Promise<Record<string, number>> => {
  const { rows } = await test.database.knex.raw(
    `select tableoid::regclass::text as partition, count(*)::int as count from ${days.name} group by 1 order by 1`,
  );
  return Object.fromEntries(
    rows.map(({ partition, count }: { partition: string; count: number }) => [partition, count]),
  );
};

it('has a month for each kept day and two months ahead, and adds each once', async () => {
  expect(await listMissingMonths(test.database.knex, days, new Date())).toEqual([]);
  const added = await addAll(new Date('2031-01-31T23:59:59Z'));
  expect(added).toEqual(
    ['2030_12', '2031_01', '2031_02', '2031_03'].map((month) => `measured_days_${month}`),
  );
  expect(await addAll(new Date('2031-01-31T23:59:59Z'))).toEqual([]);
});

it('keeps the values of a column unique in each month, also in those that are added later', async () => {
  const table = { name: 'lineage_events', column: 'received_at', keptDays: 1, unique: 'digest' };
  const now = new Date('2031-02-10T00:00:00Z');
  for (const month of await listMissingMonths(test.database.knex, table, now))
    await write((tx) => addMonth(tx, table, month));
  const { rows } = await test.database.knex.raw(
    `select tablename from pg_indexes where tablename like 'lineage_events\\_%' and indexdef like
      'CREATE UNIQUE INDEX % (organization_id, digest) WHERE (digest IS NOT NULL)' order by 1`,
  );
  const found = rows.map(({ tablename }: { tablename: string }) => tablename);
  const { rows: partitions } = await test.database.knex.raw(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'lineage_events'::regclass order by 1`,
  );
  expect(found).toEqual(partitions.map(({ name }: { name: string }) => name));
  expect(found).toEqual(
    expect.arrayContaining(['lineage_events_2031_02', 'lineage_events_default']),
  );
});

it('takes rows of every time, and moves them into their month once it exists', async () => {
  await insert('2031-02-01T00:00:00Z');
  await insert('2031-02-28T23:59:59.999Z');
  await insert('2031-03-01T00:00:00Z');
  await insert('9999-12-31T00:00:00Z');
  await insert('1970-01-01T00:00:00Z');
  expect(await partitionsOfRows()).toEqual({ measured_days_default: 5 });
  await addAll(new Date('2031-02-10T00:00:00Z'));
  expect(await partitionsOfRows()).toEqual({
    measured_days_2031_02: 2,
    measured_days_2031_03: 1,
    measured_days_default: 2,
  });
});

it('adds a month once when two clocks do it at the same time', async () => {
  const now = new Date('2031-02-10T00:00:00Z');
  await insert('2031-02-01T00:00:00Z');
  const [month] = await listMissingMonths(test.database.knex, days, now);
  if (!month) throw new Error('no month is missing');
  await Promise.all([1, 2, 3].map(() => write((tx) => addMonth(tx, days, month))));
  expect(Object.values(await partitionsOfRows())).toEqual([1]);
});

it('removes months whose last row is kept no longer, and old rows of the default partition', async () => {
  const now = new Date('2031-02-10T00:00:00Z');
  await addAll(now);
  await insert('2030-12-31T00:00:00Z');
  await insert('2020-01-01T00:00:00Z');
  const later = new Date('2031-02-15T00:00:00Z');
  const ended = (at: Date) => listEndedPartitions(test.database.knex, days, at);
  // The last day of December is 45 days before the 14th of February.
  expect(await ended(new Date('2031-02-14T23:00:00Z'))).not.toContain('measured_days_2030_12');
  const names = await ended(later);
  expect(names).toContain('measured_days_2030_12');
  for (const name of names) await write((tx) => dropPartition(tx, name));
  expect(await ended(later)).toEqual([]);
  expect(await write((tx) => deleteFromDefault(tx, days, later, 10))).toBe(1);
  expect(await partitionsOfRows()).toEqual({});
  await insert('2030-12-31T00:00:00Z');
  expect(await partitionsOfRows()).toEqual({ measured_days_default: 1 });
});
