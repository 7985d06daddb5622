import type { TestDatabase } from './servers/database.ts';
import { until } from './until.ts';

/** Waits until the workers have nothing left to do. */
export function untilQuiet({ database }: Pick<TestDatabase, 'database'>): Promise<unknown> {
  return until('nothing is left to do', async () => {
    const [row] = await database.knex('work').whereIn('state', ['QUEUED', 'RUNNING']).count();
    return Number(row?.['count']) === 0;
  });
}
