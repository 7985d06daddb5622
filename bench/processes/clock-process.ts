import { connectDatabase } from '../../db/connect.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { createProcessMetrics } from '../../lib/metrics.ts';
import { startDispatcher } from '../../workers/dispatcher.ts';
import { openQueues } from '../../workers/queues.ts';
import { startSequencer } from '../../workers/sequencer.ts';
import { startSweeper } from '../../workers/sweeper.ts';

/** The parts of workers/clock.ts without the schedules. */
const { DATABASE_URL: url = '', REDIS_URL: redisUrl = '' } = process.env;
const log = createLog('clock', 'warn');
const clock = systemClock;
const database = connectDatabase({ url, poolMax: 2, applicationName: 'bench clock', log });
const queues = openQueues(redisUrl, log);
await queues.reached(3_000);
startDispatcher({ database, queues, clock, metrics: createProcessMetrics('clock'), log });
startSequencer({ database, log });
startSweeper({ database, jobs: async () => [], leaseMs: 30_000, clock, log });
process.send?.('ready');
