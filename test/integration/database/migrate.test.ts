import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { connectDatabase } from '../../../db/connect.ts';
import { migrateDatabase, schemaVersions } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { pause } from '../../../lib/clock.ts';
import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';
import { chaosSeed, seededRandom } from '../../support/chaos/seeded-random.ts';
import { databaseUrl, quietLog } from '../../support/database.ts';

let name: string;
let url: string;

async function query<Row>(address: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  name = `empty_${randomBytes(6).toString('hex')}`;
  url = databaseUrl(name);
  await query(databaseUrl('postgres'), `create database ${name}`);
});
afterEach(() => query(databaseUrl('postgres'), `drop database ${name} with (force)`));

/** A table that the last step makes, and one that it refers to. */
const lastTable = 'work_attempts';
const neededTable = 'work';

/** As if the last step had never been: its line, its tables and its indexes are gone. */
async function undoLastStep(): Promise<void> {
  expect(migrations.at(-1)?.name).toBe('0008-operations');
  await query(url, `delete from migrations where name = '0008-operations'`);
  await query(url, 'drop table processes, work_attempts');
  await query(url, 'drop index work_unsuccessful, work_with_error');
}

/** Every column and index that there is, and the steps that were noted. */
async function assertComplete(): Promise<void> {
  const steps = await query<{ name: string }>(url, 'select name from migrations order by id');
  expect(steps.map((step) => step.name)).toEqual(migrations.map((migration) => migration.name));
  expect(await query(url, 'select seq from feed_head')).toEqual([{ seq: '0' }]);
  expect(await query(url, `select to_regclass('${lastTable}') is not null as has`)).toEqual([
    { has: true },
  ]);
  const database = connectDatabase({ url, poolMax: 1, applicationName: 'test', log: quietLog });
  const { actual, expected } = await schemaVersions(database.knex);
  expect(actual).toBe(expected);
  await database.close();
}

test('four at once: one works, the others wait, all succeed', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url, quietLog)));
  await assertComplete();
});

test('a lock row that a killed process left behind stops nobody', async () => {
  await migrateDatabase(url, quietLog);
  await query(url, 'update migrations_lock set is_locked = 1');
  await undoLastStep();
  await Promise.all([migrateDatabase(url, quietLog), migrateDatabase(url, quietLog)]);
  await assertComplete();
});

test('killed at any moment, the next one completes what is missing', async () => {
  ensureBuilt();
  const random = seededRandom(chaosSeed());
  const program = `--eval=import { migrateDatabase } from './dist/db/migrate.js';
    import { createLog } from './dist/lib/log.js';
    process.stdout.write('begin');
    await migrateDatabase(process.env.URL, createLog('test', 'warn'));`;
  for (let n = 0; n < 8; n++) {
    const { child, output, gone } = startDist(program, { URL: url });
    for (let ms = 0; ms < 5_000 && !output(); ms += 5) await pause(5);
    await pause(random.between(10, 150));
    child.kill('SIGKILL');
    await gone;
  }
  await migrateDatabase(url, quietLog);
  await assertComplete();
}, 30_000);

test('a table that somebody has locked delays a step, and stops nobody for good', async () => {
  await migrateDatabase(url, quietLog);
  await undoLastStep();
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query(`begin; lock table ${neededTable} in access exclusive mode`);
  const migrating = migrateDatabase(url, quietLog);
  await pause(3_500);
  expect(await query(url, `select to_regclass('${lastTable}') is null as missing`)).toEqual([
    { missing: true },
  ]);
  await holder.query('commit');
  await holder.end();
  await migrating;
  await assertComplete();
});
