import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { shareOfPool } from '../../../db/pool-share.ts';
import { transact } from '../../../db/transact.ts';
import { pause } from '../../../lib/clock.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let store: TestDatabase;
let database: Database;
let share: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  database = connectDatabase({
    url: store.url,
    poolMax: 4,
    applicationName: 'shared',
    log: quietLog,
  });
  share = shareOfPool(database, 2);
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

test('fifty transactions of a share hold no more than its connections, and leave the others to everybody else', async () => {
  const open = new AbortController();
  let begun = 0;
  let held = 0;
  let maxHeld = 0;
  const all = Array.from({ length: 50 }, () =>
    transact(share, async (tx) => {
      // A transaction begins with its first statement.
      await tx.raw('select 1');
      begun += 1;
      maxHeld = Math.max(maxHeld, (held += 1));
      await pause(60_000, open.signal);
      held -= 1;
    }),
  );
  await until('as many as may have begun', () => begun === 2);
  const { rows } = await database.knex.raw('select 1 as answer');
  expect(rows).toEqual([{ answer: 1 }]);
  await Promise.all([1, 2].map(() => transact(database, (tx) => tx.raw('select 1'))));
  open.abort();
  await Promise.all(all);
  expect([begun, held, maxHeld]).toEqual([50, 0, 2]);
});

test('what fails gives its connection back', async () => {
  for (let round = 0; round < 6; round++) {
    await expect(share.knex.raw('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(transact(share, (tx) => tx.raw('select 1 / 0'))).rejects.toThrow('division');
  }
  expect((await share.knex.raw('select 1 as answer')).rows).toEqual([{ answer: 1 }]);
});
