import type { Database, Db } from '../../db/connect.ts';

/** Maximum age of a cached credential; a revocation also arrives by signal. */
const believedMs = 5_000;
const maxCached = 10_000;

/** Creates a look-up of keys or tokens by their public part with a cache of a few seconds. */
export function createCredentialCache<Credential>(
  database: Database,
  read: (db: Db, publicId: string) => Promise<Credential | undefined>,
): (publicId: string) => Promise<Credential | undefined> {
  const cache = new Map<string, { credential: Credential; readAt: number }>();
  // A row read while keys change may be outdated, so it is used once and not cached.
  let generation = 0;
  database.signals.on('keys_changed', () => {
    generation += 1;
    cache.clear();
  });
  return async (publicId) => {
    const cached = cache.get(publicId);
    if (cached && performance.now() - cached.readAt < believedMs) return cached.credential;
    cache.delete(publicId);
    const before = generation;
    const credential = await read(database.knex, publicId);
    if (cache.size >= maxCached) cache.clear();
    if (credential && generation === before)
      cache.set(publicId, { credential, readAt: performance.now() });
    return credential;
  };
}
