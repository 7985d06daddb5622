import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { createApp } from '../../api/app.ts';
import { warmTasks } from '../../commands/tasks/run-task.ts';
import { readWebFiles } from '../../api/web/web-files.ts';
import { createWaiters } from '../../api/wait-for-work.ts';
import { loadConfig } from '../../config.ts';
import { connectDatabase } from '../../db/connect.ts';
import { compileSchemas, warmSchemas } from '../../domain/standards/compile-schemas.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { createProcessMetrics } from '../../lib/metrics.ts';
import { openObjectStorage } from '../../lib/object-storage/open.ts';
import { startLoopProbe } from '../loop-probe.ts';

/** The API as api/main.ts starts it, on its own port; the access log is discarded. */
const config = loadConfig();
const log = createLog('api', 'info');
const database = connectDatabase({
  url: config.databaseUrl,
  poolMax: 10,
  applicationName: 'bench',
  log,
});
const draining = new AbortController().signal;
// As in api/main.ts: every waiting request listens to it.
setMaxListeners(0, draining);
const waiters = createWaiters(database, log, draining);
const metrics = createProcessMetrics('api');
const storage = openObjectStorage(config.attachmentStorage);
const services = { database, waiters, clock: systemClock, log, metrics, storage };
const { handle } = createApp({ ...services, settings: config, draining }, { web: readWebFiles() });
const server = createServer((request, response) => void handle(request, response));
compileSchemas();
warmTasks();
const stall = startLoopProbe();
process.on('message', () => process.send?.(stall()));
server.listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
  void warmSchemas();
});
