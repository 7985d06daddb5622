import { createApiKey } from '../../../commands/keys/create-api-key.ts';
import { insertOrganization } from '../../../db/tables/organizations.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { freePort } from '../../../local/free-port.ts';
import { send } from '../api.ts';
import type { SendOptions, TestAnswer } from '../api.ts';
import { createTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import { testSecretKey } from '../job-settings.ts';
import { integrations } from '../stub-source.ts';
import { until } from '../until.ts';
import { createFleet } from './fleet.ts';
import type { Fleet } from './fleet.ts';
import { openRedisDatabase } from './redis-database.ts';
import type { RedisDatabase } from './redis-database.ts';

/** A whole installation of processes from `dist`, with an organization that ingests. */
export type IngestionFleet = TestDatabase & {
  redis: RedisDatabase;
  fleet: Fleet;
  organizationId: OrganizationId;
  /** Asks the first API, or another one. */
  send: (
    method: string,
    path: string,
    options?: SendOptions & { api?: number },
  ) => Promise<TestAnswer>;
  call: ReturnType<typeof integrations>;
  stop: () => Promise<void>;
};

/** Starts so many APIs; workers and clocks are the test's business. `place` as for `openRedisDatabase`. */
export async function startIngestionFleet({
  apis = 1,
  place = 0,
  leaseSeconds = 30,
} = {}): Promise<IngestionFleet> {
  const store = await createTestDatabase();
  const redis = await openRedisDatabase(place);
  const { knex } = store.database;
  const now = new Date();
  const organizationId = await insertOrganization(knex, { name: 'chaos', vanity: 'chaos', now });
  const asked = { scope: 'organization', displayName: 'chaos', createdBy: 'system' } as const;
  const { text: key } = await createApiKey(knex, { organizationId, ...asked, now });
  const fleet = createFleet({
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    LEASE_SECONDS: String(leaseSeconds),
    SECRET_KEY: testSecretKey,
    ALLOWED_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'warn',
  });
  const addresses: string[] = [];
  for (let n = 0; n < apis; n++) {
    const port = await freePort();
    fleet.start(`api ${n + 1}`, 'api', { PORT: String(port) });
    addresses.push(`http://127.0.0.1:${port}`);
  }
  for (const address of addresses) await untilReady(address, fleet);
  const ask: IngestionFleet['send'] = (method, path, { api = 0, ...options } = {}) =>
    send(`${addresses[api]}${path}`, method, { key, ...options });
  return {
    ...store,
    redis,
    fleet,
    organizationId,
    send: ask,
    call: integrations({ database: store.database, organizationId, send: ask }),
    stop: async () => {
      await fleet.stop();
      await redis.close();
      await store.drop();
    },
  };
}

async function untilReady(address: string, fleet: Fleet): Promise<void> {
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

export type StoredWork = { state: string; attempt: number; dispatched_at: Date | null };

/** The work of the newest run of an integration. */
export async function newestWork({ database }: TestDatabase, id: string): Promise<StoredWork> {
  const work = await database
    .knex('work')
    .where({ kind: 'ingestion', subject_id: id })
    .orderBy('created_at', 'desc')
    .first<StoredWork | undefined>('state', 'attempt', 'dispatched_at');
  if (!work) throw new Error(`there is no work of ${id}`);
  return work;
}

/** How often each sort of event was told of assets of an integration, and how many assets and revisions there are. */
export async function countTraces({ database }: TestDatabase, id: string) {
  const like = `${id}:%`;
  const { rows } = await database.knex.raw<{ rows: Record<string, number>[] }>(
    `select
      (select count(*)::int from documents where kind = 'asset' and id like :like) as assets,
      (select count(*)::int from document_revisions where kind = 'asset' and id like :like) as revisions,
      (select count(*)::int from events where type = 'AssetCreatedEvent' and subject_id like :like) as created,
      (select count(distinct subject_id)::int from events where type = 'AssetCreatedEvent' and subject_id like :like) as "createdOnce",
      (select count(*)::int from events where type like 'Asset%' and type <> 'AssetCreatedEvent' and subject_id like :like) as others,
      (select count(*)::int from events where type = 'IngestionRunEnded' and subject_id = :id) as ended`,
    { like, id },
  );
  const [row = {}] = rows;
  return row;
}

/** What is left of runs that each asset was created in once, and that ended so many times in all. */
export const createdOnce = (assets: number, ended: number) => ({
  assets,
  revisions: assets,
  created: assets,
  createdOnce: assets,
  others: 0,
  ended,
});
