import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one connection of one team. */
export type TeamConnectionKey = { organizationId: OrganizationId; teamId: string; id: string };

/** A connection without its sealed credentials. */
export type TeamConnection = {
  teamId: string;
  id: string;
  serverType: string;
  connector: string;
  place: string;
  /** Names of the credentials that are set. */
  names: string[];
  updatedAt: Date;
  updatedBy: string;
};

const columns = `team_id as "teamId", id, server_type as "serverType", connector, place, names,
  updated_at as "updatedAt", updated_by as "updatedBy"`;

const list = {
  name: 'team-connections-list',
  text: `select ${columns} from team_connections where organization_id = $1 and team_id = any($2) order by team_id, id`,
};

/** The connections of teams, in the order of their ids. */
export function listTeamConnections(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[],
): Promise<TeamConnection[]> {
  return runStatement<TeamConnection>(db, list, [organizationId, teamIds]);
}

const findSealed = {
  name: 'team-connections-find-sealed',
  text: `select ${columns}, credentials from team_connections
    where organization_id = $1 and team_id = $2 and id = $3`,
};

/** A connection with its sealed credentials; only for code that opens or replaces them. */
export async function findSealedConnection(
  db: Db,
  key: TeamConnectionKey,
): Promise<(TeamConnection & { credentials: string }) | undefined> {
  const values = [key.organizationId, key.teamId, key.id];
  const [row] = await runStatement<TeamConnection & { credentials: string }>(
    db,
    findSealed,
    values,
  );
  return row;
}

const upsert = {
  name: 'team-connections-upsert',
  text: `insert into team_connections (organization_id, team_id, id, server_type, connector, place, names, credentials,
      updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (organization_id, team_id, id) do update set server_type = excluded.server_type,
      connector = excluded.connector, place = excluded.place, names = excluded.names, credentials = excluded.credentials,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/**
 * Stores a connection; the database refuses a team that does not exist, and a second connection to the same
 * address.
 */
export async function upsertTeamConnection(
  tx: Tx,
  key: TeamConnectionKey,
  connection: Omit<TeamConnection, 'teamId' | 'id'> & { credentials: string },
): Promise<void> {
  await runStatement(tx, upsert, [
    key.organizationId,
    key.teamId,
    key.id,
    connection.serverType,
    connection.connector,
    connection.place,
    connection.names,
    connection.credentials,
    connection.updatedAt,
    connection.updatedBy,
  ]);
}

const remove = {
  name: 'team-connections-delete',
  text: `delete from team_connections where organization_id = $1 and team_id = $2 and id = $3 returning 1`,
};

/** Deletes a connection; false when there is none. */
export async function deleteTeamConnection(tx: Tx, key: TeamConnectionKey): Promise<boolean> {
  const values = [key.organizationId, key.teamId, key.id];
  return (await runStatement(tx, remove, values)).length === 1;
}
