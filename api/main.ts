import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { loadConfig, secretKeysOf } from '../config.ts';
import type { Config } from '../config.ts';
import { connectDatabase } from '../db/connect.ts';
import { startPresence } from '../db/presence.ts';
import { pause, systemClock } from '../lib/clock.ts';
import { compileNewestSchemas } from '../domain/standards/compile-newest.ts';
import { createLog } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { openObjectStorage } from '../lib/open-object-storage.ts';
import { endGracefully } from '../lib/process-end.ts';
import { createApp } from './app.ts';
import { answerClientError } from './client-errors.ts';
import { createWaiters } from './wait-for-work.ts';

/** Longest time for requests that are being handled when the process is told to stop. */
const drainMs = 20_000;

/** Process entry: serves the API until told to stop, then finishes what it has begun. */
function main(config: Config): void {
  const log = createLog('api', config.logLevel);
  const drain = new AbortController();
  // Every request that waits listens to it.
  setMaxListeners(0, drain.signal);
  const database = connectDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    poolMax: 10,
    applicationName: 'concordat api',
    log,
  });
  const waiters = createWaiters(database, log, drain.signal);
  const metrics = createProcessMetrics('api');
  const storage = openObjectStorage(config.attachmentStorage);
  const services = { database, waiters, clock: systemClock, log, metrics, storage };
  const app = createApp(
    {
      ...services,
      settings: { ...config, secretKey: secretKeysOf(config) },
      draining: drain.signal,
    },
    { redisUrl: config.redisUrl },
  );
  // oxlint-disable-next-line typescript/no-misused-promises -- Koa's callback settles its own promise
  const server = createServer(limits, app.handle);
  // An expectation that nobody knows is ignored (RFC 9110 §10.1.1 allows it) instead of answered without a body.
  // oxlint-disable-next-line typescript/no-misused-promises -- as above
  server.on('checkExpectation', app.handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerClientError(error, socket as Socket),
  );
  server.on('error', (error) => {
    process.stderr.write(
      `The API cannot listen on ${config.host}:${config.port}: ${error.message}\n`,
    );
    process.exit(1);
  });
  // Before anybody can ask: the first contract must not wait for it, and nobody with it.
  compileNewestSchemas();
  const presence = startPresence({ database, role: 'api', metrics, log });
  server.listen(config.port, config.host, () =>
    log.info({ host: config.host, port: config.port }, 'api ready'),
  );
  endGracefully(log, drainMs + 3_000, async () => {
    drain.abort();
    await Promise.all([presence.stop(), closeServer(server, log)]);
    waiters.close();
    await app.close();
    await database.close();
  });
}

/** Slow or silent clients cost a socket, not a process (reliability §4, Node timeouts). */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than load balancers and polling clients are silent, or they meet a connection that is just being closed.
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
  main(loadConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
