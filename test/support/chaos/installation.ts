import { createApiKey } from '../../../commands/keys/create-api-key.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import { send } from '../http/api.ts';
import type { SendOptions, TestAnswer } from '../http/api.ts';
import { createTestDatabase } from '../servers/database.ts';
import type { TestDatabase } from '../servers/database.ts';
import { testSecretKey } from '../sources/job-settings.ts';
import { until } from '../until.ts';
import { createFleet } from './fleet.ts';
import type { Fleet, Member } from './fleet.ts';
import { openRedisDatabase } from './redis-database.ts';
import type { RedisDatabase } from './redis-database.ts';

/** Processes from `dist` with a database, an organization and a key for everything. */
export type Installation<Store extends TestDatabase = TestDatabase> = Store & {
  redis: RedisDatabase;
  fleet: Fleet;
  /** The API processes in the order of their start. */
  apis: readonly Member[];
  addresses: readonly string[];
  /** Address and port of the first API. */
  address: string;
  port: number;
  organizationId: OrganizationId;
  key: string;
  /** Sends a request to the first API, or to another one. */
  send: (
    method: string,
    path: string,
    options?: SendOptions & { api?: number },
  ) => Promise<TestAnswer>;
  stop: () => Promise<void>;
};

type InstallationOptions = {
  apis?: number;
  /** As for `openRedisDatabase`. */
  place?: number;
  /** Settings of all processes; `DATABASE_URL` is that of a proxy, if there is one. */
  env?: Record<string, string>;
  /** An existing organization; by default a new one is created. */
  organizationId?: OrganizationId;
};

/** Starts the given number of APIs with a new test database; tests start workers and clocks. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  return startInstallationOn(await createTestDatabase(), options);
}

/** Creates an organization, unless one is given, and a key for everything in it. */
export async function createOrganizationKey(
  knex: TestDatabase['database']['knex'],
  existing?: OrganizationId,
): Promise<{ organizationId: OrganizationId; key: string }> {
  const now = new Date();
  const name = { name: 'chaos', vanity: 'chaos' };
  const organizationId = existing ?? (await insertOrganization(knex, { ...name, now }));
  const asked = { scope: 'organization', displayName: 'chaos', createdBy: 'system' } as const;
  const { text: key } = await createApiKey(knex, { organizationId, ...asked, now });
  return { organizationId, key };
}

/** Starts the given number of APIs with this database, which `stop` drops. */
export async function startInstallationOn<Store extends TestDatabase>(
  store: Store,
  { apis: count = 1, place = 0, env = {}, organizationId: existing }: InstallationOptions = {},
): Promise<Installation<Store>> {
  const redis = await openRedisDatabase(place);
  const { knex } = store.database;
  const { organizationId, key } = await createOrganizationKey(knex, existing);
  const fleet = createFleet({
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    SECRET_KEY: testSecretKey,
    ALLOWED_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...env,
  });
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const apis = ports.map((port, n) => fleet.start(`api ${n + 1}`, 'api', { PORT: String(port) }));
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const address of addresses) await untilReady(address, fleet);
  const [address = '', port = 0] = [addresses[0], ports[0]];
  return {
    ...store,
    redis,
    fleet,
    apis,
    addresses,
    address,
    port,
    organizationId,
    key,
    send: (method, path, { api = 0, ...more } = {}) =>
      send(`${addresses[api]}${path}`, method, { key, ...more }),
    stop: async () => {
      await fleet.stop();
      await redis.close();
      await store.drop();
    },
  };
}

/**
 * Waits until workers and clocks have reported that they are alive, because a process killed during its start needs a supervisor.
 */
export async function untilAllLive({ database, fleet }: Installation): Promise<void> {
  const all = fleet.members.map(({ process }) => process.child.pid);
  await until('all processes live', async () => {
    const known = await database.knex('processes').pluck<number[]>('pid');
    return all.every((pid) => pid !== undefined && known.includes(pid));
  });
}

/** Waits until an API is ready; a failure includes the log of the processes. */
export async function untilReady(address: string, fleet: Fleet): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    return answer?.status === 200;
  };
  try {
    await until('the API is ready', isReady, 60_000);
  } catch (error) {
    throw new Error(fleet.log(), { cause: error });
  }
}
