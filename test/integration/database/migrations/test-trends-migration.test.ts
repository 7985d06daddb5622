import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('results that are there already get their counts, those without checks too', async () => {
  await database.migrateUntil('0023-test-trends');
  const organization = await database.addOrganization();
  await database.query(`insert into test_results (organization_id, id, data_contract_id, data_contract_version, timestamp_start, timestamp_end,
       result, logs, created_at)
     select '${organization}', id, 'c', '1', now(), now(), 'failed', '[]', now() from unnest(array['a', 'b', 'c']) id;
     insert into test_checks (organization_id, test_result_id, position, type, result, body)
     select '${organization}', r, n, 't', (array['passed', 'failed', 'error', 'warning', 'unknown'])[1 + n % 5], '{}'
     from (values ('a', 10), ('b', 1)) as v(r, total), generate_series(0, total - 1) n`);
  await database.migrate();
  expect(
    await database.query(
      'select id, check_count, failed_checks, has_samples from test_results order by id',
    ),
  ).toEqual([
    { id: 'a', check_count: 10, failed_checks: 4, has_samples: false },
    { id: 'b', check_count: 1, failed_checks: 0, has_samples: false },
    { id: 'c', check_count: 0, failed_checks: 0, has_samples: false },
  ]);
});
