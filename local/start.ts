import path from 'node:path';

import pino from 'pino';

import { prepareInstallation } from '../commands/prepare-installation.ts';
import { announce, withoutSecrets } from './announcement.ts';
import { writeConnectionFile } from './servers/connection-file.ts';
import { lockDataFolder, lockPostgresFolder, openDataFolder, secretKeyOf } from './data-folder.ts';
import type { Kept } from './processes/keep-running.ts';
import { rotateLogFile } from './processes/log-file.ts';
import { proveGivenRedis } from './servers/given-redis.ts';
import { hasDemo } from './demo/demo-folder.ts';
import { openDemo } from './demo/open-demo.ts';
import { runDemo } from './demo/run-demo.ts';
import { keepPostgres, keepPostgresServer, keepRedis } from './servers/private-servers.ts';
import { makeSignInLink } from './make-sign-in-link.ts';
import { messageOf, problem } from './problem.ts';
import { explainStartFailure } from './start-failure.ts';
import { keepProcess, productProcesses } from './processes/product-process.ts';
import { endRemembered } from './processes/remembered-processes.ts';
import { localAddress, readStartSettings, refuseBusyPort } from './start-settings.ts';
import type { StartSettings } from './start-settings.ts';
import { inWordsOfConcordat } from './words-of-concordat.ts';
import { findUnreadableSecrets } from './unreadable-secrets.ts';
import { isStopping, show, steps, stopAll, stopOnSignals } from './processes/stop-all.ts';

type Server = { url: string; origin: string; location: string; kept?: Kept; superuserUrl?: string };

const readyWithinMs = 60_000;
const failuresBeforeReady = 4;

function keep({ kept }: Server): void {
  if (kept !== undefined) steps.push({ stop: kept.stop, pids: () => [kept.pid()] });
}

function lockPostgres({ rootDir, dataDir }: StartSettings): void {
  const unlock = lockPostgresFolder(rootDir, dataDir);
  steps.push({ stop: async () => unlock(), pids: () => [] });
}

async function openServers(settings: StartSettings): Promise<{ postgres: Server; redis: Server }> {
  const given = (url: string): Server => ({ url, origin: withoutSecrets(url), location: '' });
  const [postgres, redis] = await Promise.allSettled([
    settings.databaseUrl === undefined ? keepPostgres(settings, show) : given(settings.databaseUrl),
    settings.redisUrl === undefined
      ? keepRedis(settings, show)
      : proveGivenRedis(settings.redisUrl, show).then(() => given(settings.redisUrl ?? '')),
  ]);
  // Kept in this order regardless of which was ready first, so that Postgres stops last.
  for (const each of [postgres, redis]) if (each.status === 'fulfilled') keep(each.value);
  if (postgres.status === 'rejected') throw postgres.reason;
  if (redis.status === 'rejected') throw redis.reason;
  return { postgres: postgres.value, redis: redis.value };
}

/** Includes the demo of an earlier start, so that its contracts stay testable. */
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

/** Settings of the processes but for their servers; the key for stored credentials exists afterwards. */
function environmentOf(settings: StartSettings, demo: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { host, port, dataDir, secretKey = secretKeyOf(dataDir) } = settings;
  const own = { HOST: host, PORT: String(port), DATA_DIR: dataDir, SECRET_KEY: secretKey };
  return { ...process.env, ...demo, ...own };
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
  const env = environmentOf(settings, typeof demo === 'object' ? demo.env : {});
  let warning: string | undefined;
  try {
    warning = await findUnreadableSecrets(settings, postgres.url);
    await startProcesses(settings, { ...env, DATABASE_URL: postgres.url, REDIS_URL: redis.url });
  } catch (error) {
    // The key exists in the database now and is not shown again.
    if (createdKey !== undefined) show(`The first API key was already created: ${createdKey}`);
    throw error;
  }
  const forget = writeConnectionFile(settings.dataDir, {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    address: localAddress(settings),
  });
  steps.push({ stop: async () => forget(), pids: () => [] });
  const { publicUrl } = settings;
  const signInLink = await makeSignInLink(postgres.url, { organizationId, publicUrl });
  const announcement = announce({
    signInLink,
    address: publicUrl,
    createdKey,
    keyIsGiven: settings.bootstrapApiKey !== undefined,
    organizationId,
    dataDir: settings.dataDir,
    postgres: postgres.origin,
    postgresLocation: postgres.location,
    redis: redis.origin,
    logs: path.join(settings.dataDir, 'logs', '*.log'),
    seconds: (Date.now() - begun) / 1000,
  });
  process.stdout.write(`${inWordsOfConcordat(announcement, process.env)}\n`);
  if (warning !== undefined) show(warning);
  if (demo !== undefined && wantsDemo) {
    await runDemo(demo, settings, { databaseUrl: postgres.url, organizationId });
  }
}

/** Runs bin/start: returns once Concordat is ready, while the process lives on as its supervisor. */
export async function run(begun = Date.now()): Promise<void> {
  // A closed pipe (`bin/start | head`) is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  stopOnSignals();
  try {
    await start(begun, process.argv.includes('--demo'));
  } catch (error) {
    // Stopped during a start: its failure is expected, and the signal handler does the rest.
    if (isStopping()) return;
    show(explainStartFailure(error));
    await stopAll();
    process.exit(1);
  }
}
