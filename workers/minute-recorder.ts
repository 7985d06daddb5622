import type { Database } from '../db/connect.ts';
import { recordMinute } from '../db/tables/operations/minutes.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';

const pollMs = 5_000;

/** Records the numbers of each minute for GET /api/ops/series; any number of recorders may run, one records a minute. */
export function startMinuteRecorder(options: { database: Database; log: Logger }): BackgroundLoop {
  const { database, log } = options;
  return startLoop('minute-recorder', pollMs, log, async () => {
    await recordMinute(database.knex);
    return false;
  });
}
