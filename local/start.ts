import path from 'node:path';

import pino from 'pino';

import { prepareInstallation } from '../commands/prepare-installation.ts';
import { announce, withoutSecrets } from './announcement.ts';
import { writeConnectionFile } from './connection-file.ts';
import { lockDataFolder, openDataFolder, secretKeyOf } from './data-folder.ts';
import type { Kept } from './keep-running.ts';
import { rotateLogFile } from './log-file.ts';
import { placeOf } from './postgres-cluster.ts';
import { hasDemo } from './demo/demo-folder.ts';
import { openDemo } from './demo/open-demo.ts';
import { runDemo } from './demo/run-demo.ts';
import { keepPostgres, keepPostgresServer, keepRedis } from './private-servers.ts';
import { isProblem, messageOf, problem } from './problem.ts';
import { keepProcess, productProcesses } from './product-process.ts';
import { endRemembered } from './remembered-processes.ts';
import { localAddress, readStartSettings, refuseBusyPort } from './start-settings.ts';
import type { StartSettings } from './start-settings.ts';
import { isStopping, show, steps, stopAll, stopOnSignals } from './stop-all.ts';

type Server = { url: string; origin: string; place: string; kept?: Kept; superuserUrl?: string };

const readyWithinMs = 60_000;
const failuresBeforeReady = 4;

function keep({ kept }: Server): void {
  if (kept !== undefined) steps.push({ stop: kept.stop, pids: () => [kept.pid()] });
}

/** Outside DATA_DIR the data needs a lock of its own: a copied DATA_DIR points to the same place. */
function lockPostgres(settings: StartSettings): void {
  const folder = path.dirname(placeOf(settings.rootDir, settings.dataDir));
  if (folder === settings.dataDir) return;
  const unlock = lockDataFolder(folder);
  steps.push({ stop: async () => unlock(), pids: () => [] });
}

async function openServers(settings: StartSettings): Promise<{ postgres: Server; redis: Server }> {
  const given = (url: string): Server => ({ url, origin: withoutSecrets(url), place: '' });
  const [postgres, redis] = await Promise.allSettled([
    settings.databaseUrl === undefined ? keepPostgres(settings, show) : given(settings.databaseUrl),
    settings.redisUrl === undefined ? keepRedis(settings, show) : given(settings.redisUrl),
  ]);
  // Kept in this order whoever was ready first, so that Postgres stops last.
  for (const each of [postgres, redis]) if (each.status === 'fulfilled') keep(each.value);
  if (postgres.status === 'rejected') throw postgres.reason;
  if (redis.status === 'rejected') throw redis.reason;
  return { postgres: postgres.value, redis: redis.value };
}

/** The demo of an earlier start counts too, so that its contracts stay testable. */
async function findDemo(settings: StartSettings, postgres: Server, wanted: boolean) {
  if (!wanted && !hasDemo(settings.dataDir)) return undefined;
  const demo = await openDemo(settings.dataDir, process.env, async () => {
    const { superuserUrl } = postgres;
    if (superuserUrl !== undefined) return { superuserUrl };
    // Nothing is ever created in a database of the operator.
    lockPostgres(settings);
    const server = await keepPostgresServer(settings, show);
    keep(server);
    return server;
  });
  if (!wanted && typeof demo === 'string') show(`The demo's contracts cannot be tested: ${demo}`);
  return demo;
}

async function prepare(settings: StartSettings, databaseUrl: string) {
  const file = path.join(settings.dataDir, 'logs', 'start.log');
  rotateLogFile(file);
  const log = pino(
    { name: 'start', level: settings.logLevel, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: file, sync: true, mode: 0o600 }),
  );
  try {
    return await prepareInstallation({
      databaseUrl,
      bootstrapApiKey: settings.bootstrapApiKey,
      log,
    });
  } catch (error) {
    log.error(error);
    const details = settings.databaseUrl === undefined ? '' : `${withoutSecrets(databaseUrl)}: `;
    throw problem(`The database is not ready for use: ${details}${messageOf(error)}\nSee ${file}.`);
  }
}

async function startProcesses(settings: StartSettings, env: NodeJS.ProcessEnv): Promise<void> {
  const kept: Kept[] = [];
  steps.push({
    stop: async () => void (await Promise.all(kept.map(async (each) => each.stop()))),
    pids: () => kept.map((each) => each.pid()),
  });
  const { rootDir, dataDir } = settings;
  for (const product of productProcesses) {
    kept.push(await keepProcess(product, { rootDir, dataDir, env, show }));
  }
  const address = `${localAddress(settings)}/health/ready`;
  const deadline = Date.now() + readyWithinMs;
  while (!(await answersOk(address))) {
    if (kept.some((each) => each.failures() >= failuresBeforeReady)) {
      throw problem(`Concordat does not start. See ${path.join(dataDir, 'logs')}.`);
    }
    if (Date.now() > deadline) {
      throw problem(`${address} was not ready within 60 s. See ${path.join(dataDir, 'logs')}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function answersOk(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
}

async function start(begun: number, wantsDemo: boolean): Promise<void> {
  const wanted = await readStartSettings(process.env, process.cwd());
  const settings = { ...wanted, dataDir: openDataFolder(wanted.dataDir) };
  const unlock = lockDataFolder(settings.dataDir);
  steps.push({ stop: async () => unlock(), pids: () => [] });
  if (settings.databaseUrl === undefined) lockPostgres(settings);
  await endRemembered(settings.dataDir);
  await refuseBusyPort(settings);
  const { postgres, redis } = await openServers(settings);
  const { organizationId, createdKey } = await prepare(settings, postgres.url);
  const demo = await findDemo(settings, postgres, wantsDemo);
  try {
    await startProcesses(settings, {
      ...process.env,
      ...(typeof demo === 'object' ? demo.env : {}),
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      HOST: settings.host,
      PORT: String(settings.port),
      DATA_DIR: settings.dataDir,
      SECRET_KEY: settings.secretKey ?? secretKeyOf(settings.dataDir),
    });
  } catch (error) {
    // It exists in the database now and is never shown again.
    if (createdKey !== undefined) show(`The first API key was made already: ${createdKey}`);
    throw error;
  }
  const forget = writeConnectionFile(settings.dataDir, {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    address: localAddress(settings),
  });
  steps.push({ stop: async () => forget(), pids: () => [] });
  process.stdout.write(
    `${announce({
      address: settings.publicUrl,
      createdKey,
      keyIsGiven: settings.bootstrapApiKey !== undefined,
      organizationId,
      dataDir: settings.dataDir,
      postgres: postgres.origin,
      postgresPlace: postgres.place,
      redis: redis.origin,
      logs: path.join(settings.dataDir, 'logs', '*.log'),
      seconds: (Date.now() - begun) / 1000,
    })}\n`,
  );
  if (demo !== undefined && wantsDemo) {
    await runDemo(demo, settings, { databaseUrl: postgres.url, organizationId });
  }
}

/** Runs bin/start: returns once Concordat is ready, while the process lives on as its supervisor. */
export async function run(begun = Date.now()): Promise<void> {
  // Printed to a closed pipe (`bin/start | head`): no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  stopOnSignals();
  try {
    await start(begun, process.argv.includes('--demo'));
  } catch (error) {
    // Stopped in the middle of a start: what then fails is no news, and the handler does the rest.
    if (isStopping()) return;
    show(isProblem(error) || !(error instanceof Error) ? messageOf(error) : (error.stack ?? ''));
    await stopAll();
    process.exit(1);
  }
}
