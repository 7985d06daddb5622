import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { connectDatabase } from '../../../db/connect.ts';
import { migrateDatabase } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import type { Migration } from '../../../db/migrations/index.ts';
import { pause } from '../../../lib/clock.ts';
import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';
import { chaosSeed, seededRandom } from '../../support/chaos/seeded-random.ts';
import { readSchemaState } from '../../../db/schema-state.ts';
import { databaseUrl, quietLog } from '../../support/servers/database.ts';

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

/** A further step: the tests of interrupted migrations need one that has not run yet. */
const further: Migration = {
  name: '9999-further',
  up: (knex) => knex.schema.alterTable('organizations', (table) => table.integer('further')),
};
const known = migrations as Migration[];
afterEach(() => {
  if (known.at(-1) === further) known.pop();
});

/** Every column and index that there is, and the steps that were noted. */
async function assertComplete(): Promise<void> {
  const steps = await query<{ name: string }>(url, 'select name from migrations order by id');
  expect(steps.map((step) => step.name)).toEqual(migrations.map((migration) => migration.name));
  expect(await query(url, 'select seq from feed_head')).toEqual([{ seq: '0' }]);
  const database = connectDatabase({ url, poolMax: 1, applicationName: 'test', log: quietLog });
  expect(await readSchemaState(database.knex)).toMatchObject({ pending: [], unknown: [] });
  await database.close();
}

test('four at once: one works, the others wait, all succeed', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url, quietLog)));
  await assertComplete();
});

test('a lock row that a killed process left behind stops nobody', async () => {
  await migrateDatabase(url, quietLog);
  await query(url, 'update migrations_lock set is_locked = 1');
  known.push(further);
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
    const { child, output, ended } = startDist(program, { URL: url });
    for (let ms = 0; ms < 5_000 && !output(); ms += 5) await pause(5);
    await pause(random.between(10, 150));
    child.kill('SIGKILL');
    await ended;
  }
  await migrateDatabase(url, quietLog);
  await assertComplete();
});

test('a table that somebody has locked delays a step, and stops nobody for good', async () => {
  await migrateDatabase(url, quietLog);
  known.push(further);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; lock table organizations in access exclusive mode');
  const migrating = migrateDatabase(url, quietLog);
  await pause(3_500);
  expect(await query(url, `select count(*)::int as n from migrations`)).toEqual([
    { n: migrations.length - 1 },
  ]);
  await holder.query('commit');
  await holder.end();
  await migrating;
  await assertComplete();
});
