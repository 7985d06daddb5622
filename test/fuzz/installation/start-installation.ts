import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../local/servers/free-port.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import { createFleet } from '../../support/chaos/fleet.ts';
import type { Fleet, Member } from '../../support/chaos/fleet.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { testSecretKey } from '../../support/sources/job-settings.ts';
import {
  makeTestFolder,
  removeTestFolder,
  startTestServers,
  stopTestServers,
} from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';

/** Servers and processes of one run. */
export type Installation = {
  store: TestDatabase;
  fleet: Fleet;
  api: Member;
  worker: Member;
  port: number;
  address: string;
  /** Data that contract tests and ingestion may read. */
  dataFolder: string;
  stop: () => Promise<void>;
};

/** These would send generated content to generated addresses. */
const kindsThatSend = new Set(['webhooks', 'mail', 'custom-generation']);
const kinds = workKinds.filter((kind) => !kindsThatSend.has(kind));

/** Starts Postgres, Redis, an API, a worker and a clock from `dist`, as in production. */
export async function startInstallation(
  settings: Record<string, string> = {},
): Promise<Installation> {
  ensureBuilt();
  await startTestServers();
  const folder = makeTestFolder();
  const dataFolder = fs.realpathSync(fs.mkdtempSync(path.join(folder, 'data-')));
  const store = await createTestDatabase();
  const port = await freePort();
  const fleet = createFleet({
    DATABASE_URL: store.url,
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    SECRET_KEY: testSecretKey,
    ALLOWED_HOSTS: '127.0.0.1',
    ALLOWED_DATA_DIRS: dataFolder,
    ATTACHMENTS_DIR: path.join(folder, 'attachments'),
    WORKER_QUEUES: kinds.join(','),
    DEPRECATED_FORMATS_UNTIL: '2099-12-31',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ...settings,
  });
  const api = fleet.start('api', 'api');
  const worker = fleet.start('worker', 'worker');
  fleet.start('clock', 'clock');
  const installation: Installation = {
    store,
    fleet,
    api,
    worker,
    port,
    address: `http://127.0.0.1:${port}`,
    dataFolder,
    stop: async () => {
      await fleet.stop();
      await store.drop();
      await stopTestServers();
      removeTestFolder(folder);
    },
  };
  await untilReady(installation);
  return installation;
}

/** Waits until the API answers; throws its log when it does not. */
export async function untilReady({
  address,
  fleet,
}: Pick<Installation, 'fleet' | 'address'>): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    return answer?.status === 200;
  };
  try {
    await until('the API is ready', isReady, 60_000);
  } catch (error) {
    throw new Error(fleet.log().slice(-5_000), { cause: error });
  }
}
