import { checkApiKey, principalOf } from '../../commands/keys/key-principal.ts';
import type { Database, Db } from '../../db/connect.ts';
import { findApiKey, touchApiKey } from '../../db/tables/organizations/api-keys.ts';
import type { ApiKey } from '../../db/tables/organizations/api-keys.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Clock } from '../../lib/clock.ts';
import { createThrottle } from '../../lib/log.ts';
import type { Logger } from '../../lib/log.ts';

export type Authenticate = (header: (name: string) => string | undefined) => Promise<Principal>;

/**
 * Creates the check of API keys: `x-api-key: <key>` or `Authorization: Bearer <key>`. Refuses with `api_key_missing` if there is
 * none; unknown, wrong, revoked and expired keys all get the same `api_key_invalid`.
 */
export function createAuthenticate(database: Database, clock: Clock, log: Logger): Authenticate {
  const touch = createKeyTouch(database, clock, log);
  const find = createCredentialCache(database, findApiKey);
  return async (header) => {
    const text =
      keyText(header) ?? refuse('api_key_missing', 'Send an API key in the header x-api-key.');
    const key = await checkApiKey(text, clock.now(), find);
    touch(key);
    return principalOf(key);
  };
}

/** Creates the function that records the last use of a key, at most once a minute. */
export function createKeyTouch(
  database: Database,
  clock: Clock,
  log: Logger,
): (key: ApiKey) => void {
  const mayTouch = createThrottle(60_000);
  return (key) => {
    if (!mayTouch(key.id)) return;
    touchApiKey(database.knex, key, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'use of a key not recorded'),
    );
  };
}

/** True if the request carries an API key, valid or not. */
export function sendsKey(header: (name: string) => string | undefined): boolean {
  return keyText(header) !== undefined;
}

function keyText(header: (name: string) => string | undefined): string | undefined {
  const direct = header('x-api-key');
  if (direct) return direct;
  const [scheme, token] = (header('authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

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
