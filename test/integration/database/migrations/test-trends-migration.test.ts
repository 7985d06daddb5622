import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateDatabase } from '../../../../db/migrate.ts';
import { migrations } from '../../../../db/migrations/index.ts';
import type { Migration } from '../../../../db/migrations/index.ts';
import { databaseUrl, quietLog } from '../../../support/servers/database.ts';

const step = '0023-test-trends';
const known = migrations as Migration[];
const all = [...known];
const name = `trends_${randomBytes(6).toString('hex')}`;
const url = databaseUrl(name);

async function query<Row>(address: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeAll(() => query(databaseUrl('postgres'), `create database ${name}`));
afterAll(async () => {
  known.splice(0, known.length, ...all);
  await query(databaseUrl('postgres'), `drop database ${name} with (force)`);
});

test('results that are there already get their counts, those without checks too', async () => {
  known.splice(all.findIndex((migration) => migration.name === step));
  await migrateDatabase(url, quietLog);
  known.splice(0, known.length, ...all);
  const organization = '018f0000-0000-7000-8000-000000000001';
  await query(
    url,
    `insert into organizations (id, name, vanity, created_at) values ('${organization}', 'o', 'o', now());
     insert into test_results (organization_id, id, data_contract_id, data_contract_version, timestamp_start, timestamp_end,
       result, logs, created_at)
     select '${organization}', id, 'c', '1', now(), now(), 'failed', '[]', now() from unnest(array['a', 'b', 'c']) id;
     insert into test_checks (organization_id, test_result_id, position, type, result, body)
     select '${organization}', r, n, 't', (array['passed', 'failed', 'error', 'warning', 'unknown'])[1 + n % 5], '{}'
     from (values ('a', 10), ('b', 1)) as v(r, total), generate_series(0, total - 1) n`,
  );
  await migrateDatabase(url, quietLog);
  expect(
    await query(
      url,
      'select id, check_count, failed_checks, has_samples from test_results order by id',
    ),
  ).toEqual([
    { id: 'a', check_count: 10, failed_checks: 4, has_samples: false },
    { id: 'b', check_count: 1, failed_checks: 0, has_samples: false },
    { id: 'c', check_count: 0, failed_checks: 0, has_samples: false },
  ]);
});
