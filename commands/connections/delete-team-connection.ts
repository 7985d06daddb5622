import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deleteTeamConnection as deleteRow } from '../../db/tables/organizations/team-connections.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertMayConnect } from './assert-may-connect.ts';
import type { ConnectionRequest } from './put-team-connection.ts';

/** Removes a connection of the team with its credentials. Refuses with `not_found`. */
export async function deleteTeamConnection(
  database: Database,
  { teamId, connectionId: id, principal, requestId, now }: ConnectionRequest,
): Promise<void> {
  const { organizationId } = principal;
  await assertMayConnect(database.knex, principal, teamId);
  await transact(database, async (tx) => {
    if (!(await deleteRow(tx, { organizationId, teamId, id }))) refuseUnknownConnection(teamId, id);
    await recordEvent(tx, {
      organizationId,
      type: 'TeamConnectionDeleted',
      subjectKind: 'team',
      subjectId: teamId,
      principal: principal.name,
      requestId,
      public: false,
      data: { connectionId: id },
      now,
    });
  });
}

/** Refuses with `not_found`. */
export function refuseUnknownConnection(teamId: string, id: string): never {
  return refuse('not_found', `Team '${teamId}' has no connection with the id '${id}'.`);
}
