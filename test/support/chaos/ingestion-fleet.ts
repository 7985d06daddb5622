import type { TestDatabase } from '../servers/database.ts';
import { integrations } from '../fakes/stub-source.ts';
import { startInstallation } from './installation.ts';
import type { Installation } from './installation.ts';

/** An installation with integrations. */
export type IngestionFleet = Installation & { call: ReturnType<typeof integrations> };

/** Starts the given number of APIs; tests start workers and clocks. `place` as for `openRedisDatabase`. */
export async function startIngestionFleet({
  apis = 1,
  place = 0,
  leaseSeconds = 30,
} = {}): Promise<IngestionFleet> {
  const ours = await startInstallation({
    apis,
    place,
    env: { LEASE_SECONDS: String(leaseSeconds) },
  });
  return { ...ours, call: integrations(ours) };
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

/** Numbers of the events by type, and of assets and revisions, of an integration. */
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

/** Expected counts after runs that created each asset once, with the given number of ended runs. */
export const createdOnce = (assets: number, ended: number) => ({
  assets,
  revisions: assets,
  created: assets,
  createdOnce: assets,
  others: 0,
  ended,
});
