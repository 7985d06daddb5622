import type { Database, Db } from '../db/connect.ts';

/** How long what was read is believed without looking again; a revocation is also signalled. */
const believedMs = 5_000;
const mostCached = 10_000;

/** Makes a look-up of keys or tokens by their public part that remembers them for a few seconds. */
export function createCredentialCache<Credential>(
  database: Database,
  read: (db: Db, publicId: string) => Promise<Credential | undefined>,
): (publicId: string) => Promise<Credential | undefined> {
  const cache = new Map<string, { credential: Credential; readAt: number }>();
  // A row that is being read when keys change may be the old one: it is answered once and not remembered.
  let generation = 0;
  database.signals.on('keys_changed', () => {
    generation += 1;
    cache.clear();
  });
  return async (publicId) => {
    const cached = cache.get(publicId);
    if (cached && Date.now() - cached.readAt < believedMs) return cached.credential;
    cache.delete(publicId);
    const before = generation;
    const credential = await read(database.knex, publicId);
    if (cache.size >= mostCached) cache.clear();
    if (credential && generation === before)
      cache.set(publicId, { credential, readAt: Date.now() });
    return credential;
  };
}
