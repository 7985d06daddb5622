import { randomUUID } from 'node:crypto';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import type { TestApi } from '../http/api.ts';
import { until } from '../until.ts';

/** Runs the scheduled jobs of the installation now, and waits for their end. */
export async function doHousekeeping(
  { database }: Pick<TestApi, 'database'>,
  job: string,
  now = new Date(),
): Promise<void> {
  const id = await transact(database, (tx) =>
    requestWork(tx, {
      organizationId: undefined,
      kind: 'housekeeping',
      job,
      key: randomUUID(),
      payload: {},
      dueAt: now,
      now,
    }),
  );
  await until(`${job} is done`, async () => {
    const row = await database.knex('work').where({ id }).first('state', 'last_error');
    if (row.state === 'FAILED') throw new Error(row.last_error);
    return row.state === 'DONE';
  });
}
