import type { Database } from '../../db/connect.ts';
import { revokeApiKey as revokeRow } from '../../db/tables/api-keys.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Ends a key for good; processes that remember it are told at once. Refuses with `not_found`. */
export async function revokeApiKey(
  database: Database,
  key: { organizationId: OrganizationId; id: string },
  now: Date,
): Promise<void> {
  const revoked = await revokeRow(database.knex, key, now);
  if (!revoked) refuse('not_found', `There is no working key with the id '${key.id}'.`);
  database.signals.send('keys_changed');
}
