import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { warmTasks } from '../commands/tasks/run-task.ts';
import { loadConfig } from '../config.ts';
import { secretKeysOf } from '../lib/secrets/secrets.ts';
import type { Config } from '../config.ts';
import { ConfigError } from '../lib/config-error.ts';
import { connectDatabase } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import { startDatabaseClock } from '../db/database-clock.ts';
import { startPresence } from '../db/announce-process.ts';
import { pause } from '../lib/clock.ts';
import { compileSchemas, warmSchemas } from '../domain/standards/compile-schemas.ts';
import { createLog } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { openObjectStorage } from '../lib/object-storage/open.ts';
import { endGracefully } from '../lib/processes/process-end.ts';
import { startTracing } from '../lib/tracing/start-tracing.ts';
import { stopTracing } from '../lib/tracing/tracing.ts';
import { createApp } from './app.ts';
import type { App } from './app.ts';
import { answerClientError } from './http/errors/client-errors.ts';
import { createWaiters } from './wait-for-work.ts';
import { readWebFiles } from './web/web-files.ts';

/** Maximum time for requests in progress when the process is stopped. */
const drainMs = 20_000;

/** Process entry: serves the API until it is stopped, then finishes the requests in progress. */
async function main(config: Config): Promise<void> {
  if (config.oidc && config.secretKey === undefined)
    throw new ConfigError('SECRET_KEY is not set: sign-ins with OIDC_ISSUER are sealed with it');
  const log = createLog('api', config.logLevel);
  await startTracing('api', config);
  const drain = new AbortController();
  // Every waiting request listens to it.
  setMaxListeners(0, drain.signal);
  const database = connect(config, log);
  const waiters = createWaiters(database, log, drain.signal);
  const metrics = createProcessMetrics('api');
  const storage = openObjectStorage(config.attachmentStorage);
  const clock = startDatabaseClock({ database, log });
  // Waits at most 2 s: without Postgres no time can be measured, but no request can use it either.
  await clock.measured(2_000);
  const services = { database, waiters, clock, log, metrics, storage };
  const app = createApp(
    {
      ...services,
      settings: { ...config, secretKey: secretKeysOf(config) },
      draining: drain.signal,
    },
    { redisUrl: config.redisUrl, web: readWebFiles() },
  );
  const server = openServer(app, config);
  // Compile before the server listens: otherwise the first contract would wait for it, and all other requests
  // with it.
  compileSchemas();
  warmTasks();
  const presence = startPresence({
    database,
    role: 'api',
    metrics,
    clock,
    schema: app.schema,
    writes: app.writes,
    log,
  });
  server.listen(config.port, config.host, () => {
    log.info({ host: config.host, port: config.port }, 'api ready');
    void warmSchemas();
  });
  endGracefully(log, drainMs + 3_000, async () => {
    drain.abort();
    await Promise.all([presence.stop(), closeServer(server, log)]);
    waiters.close();
    await app.close();
    await clock.stop();
    await Promise.all([stopTracing(), database.close()]);
  });
}

function openServer({ handle }: App, config: Config): Server {
  // oxlint-disable-next-line typescript/no-misused-promises -- Koa's callback settles its own promise
  const server = createServer(limits, handle);
  // Without this handler, Node answers 417 without a body to an unknown `Expect`; RFC 9110 §10.1.1 allows
  // ignoring it.
  // oxlint-disable-next-line typescript/no-misused-promises -- as above
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerClientError(error, socket as Socket),
  );
  server.on('error', (error) => {
    process.stderr.write(
      `The API cannot listen on ${config.host}:${config.port}: ${error.message}\n`,
    );
    process.exit(1);
  });
  return server;
}

function connect(config: Config, log: Logger): Database {
  return connectDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    poolMax: 10,
    applicationName: 'concordat api',
    log,
  });
}

/** Slow or silent clients cost a socket, not a process (reliability §4, Node timeouts). */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than the pauses of load balancers and polling clients, which would otherwise reuse a connection that
  // is just being closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

async function closeServer(server: Server, log: Logger): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const outcome = await Promise.race([closed, pause(drainMs).then(() => 'late' as const)]);
  clearInterval(idle);
  if (outcome === 'late') {
    log.warn('requests were cut off at the end of the drain');
    server.closeAllConnections();
  }
}

try {
  await main(loadConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
