import type { Database } from '../../db/connect.ts';
import { revokeApiKey as revokeRow } from '../../db/tables/api-keys.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Ends a key for good; processes that remember it are told at once. Refuses with `not_found`. */
export function revokeApiKey(
  database: Database,
  key: { organizationId: OrganizationId; id: string; revokedBy: string },
  now: Date,
): Promise<void> {
  const { organizationId, id, revokedBy: principal } = key;
  return transact(database, async (tx) => {
    const revoked = await revokeRow(tx, key, now);
    if (!revoked) refuse('not_found', `There is no working key with the id '${id}'.`);
    await recordEvent(tx, {
      organizationId,
      type: 'ApiKeyRevoked',
      subjectKind: 'api-key',
      subjectId: id,
      principal,
      requestId: undefined,
      public: false,
      now,
    });
    signalAfterCommit(tx, 'keys_changed');
  });
}
