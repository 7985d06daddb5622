import type { Database } from '../../db/connect.ts';
import { findApiKey, touchApiKey } from '../../db/tables/organizations/api-keys.ts';
import { transact } from '../../db/transact.ts';
import { checkApiKey } from '../keys/key-principal.ts';
import { beginSession } from './begin-session.ts';
import type { SignedIn, SignInRequest } from './begin-session.ts';

/** Begins a session that acts as the key with this text. Refuses with `api_key_invalid` invalid keys. */
export async function signIn(
  database: Database,
  { apiKey, ...request }: SignInRequest & { apiKey: string },
): Promise<SignedIn> {
  const { now } = request;
  const key = await checkApiKey(apiKey, now, (publicId) => findApiKey(database.knex, publicId));
  return transact(database, async (tx) => {
    await touchApiKey(tx, key, now);
    return beginSession(tx, { key }, { ...request, method: 'api-key' });
  });
}
