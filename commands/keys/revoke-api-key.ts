import type { Database, Tx } from '../../db/connect.ts';
import {
  revokeApiKey as revokeRow,
  revokeKeysOfPerson as revokeRowsOfPerson,
  revokeKeysOfTeam as revokeRows,
} from '../../db/tables/organizations/api-keys.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import type { EventRecord } from '../../db/tables/feed/events.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';

/** Revokes a key; processes that cache it are signalled at once. Refuses with `not_found`. */
export function revokeApiKey(
  database: Database,
  key: {
    organizationId: OrganizationId;
    id: string;
    revokedBy: string;
    requestId?: string | undefined;
  },
  now: Date,
): Promise<void> {
  const { organizationId, id, revokedBy: principal } = key;
  return transact(database, async (tx) => {
    const revoked = await revokeRow(tx, key, now);
    if (!revoked) refuse('not_found', `There is no working key with the id '${id}'.`);
    await recordRevocation(tx, { organizationId, id, principal, requestId: key.requestId, now });
  });
}

/** Revokes every key of a deleted team, so that keys do not work for a later team with the same id. */
export async function revokeKeysOfTeam(
  tx: Tx,
  request: { id: string; principal: Principal; requestId: string | undefined; now: Date },
): Promise<void> {
  const { id: teamId, principal, requestId, now } = request;
  const { organizationId, name } = principal;
  for (const id of await revokeRows(tx, { organizationId, teamId }, now)) {
    await recordRevocation(tx, { organizationId, id, principal: name, requestId, now });
  }
}

/** Revokes every key of a person who leaves the organization; returns how many. */
export async function revokeKeysOfPerson(
  tx: Tx,
  request: { email: string; principal: Principal; requestId: string | undefined; now: Date },
): Promise<number> {
  const { email, principal, requestId, now } = request;
  const { organizationId, name } = principal;
  const ids = await revokeRowsOfPerson(tx, { organizationId, email }, now);
  for (const id of ids) {
    await recordRevocation(tx, { organizationId, id, principal: name, requestId, now });
  }
  return ids.length;
}

async function recordRevocation(
  tx: Tx,
  {
    id,
    ...cause
  }: Pick<EventRecord, 'organizationId' | 'principal' | 'requestId' | 'now'> & { id: string },
): Promise<void> {
  await recordEvent(tx, {
    ...cause,
    type: 'ApiKeyRevoked',
    subjectKind: 'api-key',
    subjectId: id,
    public: false,
  });
  signalAfterCommit(tx, 'keys_changed');
}
