import { findConnector, supportedServerTypes } from '../../connectors/index.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findSealedConnection, upsertTeamConnection } from '../../db/tables/team-connections.ts';
import type { TeamConnectionKey } from '../../db/tables/team-connections.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { normalisePlace, teamConnectionSchema } from '../../domain/team-connection.ts';
import type { TeamConnectionWrite } from '../../domain/team-connection.ts';
import { assertValid } from '../../domain/validation.ts';
import type { SecretKeys } from '../../lib/secrets.ts';
import { refuseUnknownTeam } from '../teams/get-team-path.ts';
import { assertMayConnect } from './assert-may-connect.ts';
import { readCredentials, sealConnection } from './connection-credentials.ts';
import type { KnownConnector } from './connection-credentials.ts';

/** A request about one connection of a team. */
export type ConnectionRequest = {
  teamId: string;
  connectionId: string;
  principal: Principal;
  requestId: string;
  now: Date;
};

export type PutTeamConnection = ConnectionRequest & {
  document: unknown;
  secretKey: SecretKeys | undefined;
};

/**
 * Stores how contract tests of the team sign in at one place. Credentials that are left out stay, but not for another place. Refuses
 * with `not_found` an unknown team, with `invalid_body`, with `already_exists` when another connection of the team is for that place.
 */
export async function putTeamConnection(database: Database, put: PutTeamConnection): Promise<void> {
  await assertMayConnect(database.knex, put.principal, put.teamId);
  const wish = assertValid(teamConnectionSchema, put.document, 'invalid_body');
  if (wish.id !== undefined && wish.id !== put.connectionId) {
    refuse('id_mismatch', `The body has the id '${wish.id}', the address '${put.connectionId}'.`);
  }
  const connector = findConnector(wish.serverType) ?? refuseUnknownType(wish.serverType);
  try {
    await transact(database, (tx) => write(tx, put, wish, connector));
  } catch (error) {
    const constraint = violatedConstraint(error);
    // The team was deleted meanwhile.
    if (constraint === 'team_connections_team') refuseUnknownTeam(put.teamId);
    if (constraint !== 'team_connections_once_per_place') throw error;
    refuse(
      'already_exists',
      `Team '${put.teamId}' has another connection for '${wish.place}': change or delete that one.`,
    );
  }
}

function refuseUnknownType(type: string): never {
  const known = supportedServerTypes.join(', ');
  return refuse(
    'invalid_body',
    `Servers of type '${type}' cannot be tested; these can: ${known}.`,
    {
      violations: [{ field: 'serverType', message: `must be one of ${known}` }],
    },
  );
}

async function write(
  tx: Tx,
  put: PutTeamConnection,
  wish: TeamConnectionWrite,
  connector: KnownConnector,
): Promise<void> {
  const { teamId, connectionId: id, principal, requestId, now } = put;
  const { organizationId } = principal;
  const { serverType } = wish;
  const key: TeamConnectionKey = { organizationId, teamId, id };
  const place = normalisePlace(wish.place);
  const sealed = wish.credentials
    ? sealNew(key, put, readCredentials(connector, wish.credentials))
    : await keepStored(tx, key, { connector: connector.name, place });
  await upsertTeamConnection(tx, key, {
    serverType,
    connector: connector.name,
    place,
    ...sealed,
    updatedAt: now,
    updatedBy: principal.name,
  });
  await recordEvent(tx, {
    organizationId,
    type: 'TeamConnectionUpdated',
    // In the trail of its team: connections have none of their own.
    subjectKind: 'team',
    subjectId: teamId,
    principal: principal.name,
    requestId,
    public: false,
    data: { connectionId: id, serverType, place, credentials: sealed.names },
    now,
  });
}

type Sealed = { names: string[]; credentials: string };

function sealNew(
  key: TeamConnectionKey,
  { secretKey }: PutTeamConnection,
  credentials: Record<string, string>,
): Sealed {
  const names = Object.keys(credentials).toSorted();
  return { names, credentials: sealConnection(credentials, secretKey, key) };
}

/** Stored credentials go nowhere else than they were given for: whoever may change the place could read them there. */
async function keepStored(
  tx: Tx,
  key: TeamConnectionKey,
  now: { connector: string; place: string },
): Promise<Sealed> {
  const stored = await findSealedConnection(tx, key);
  if (stored && stored.connector === now.connector && stored.place === now.place) return stored;
  const problem = stored ? 'The place changes' : 'The connection is new';
  return refuse('invalid_body', `${problem}: send its credentials.`, {
    violations: [{ field: 'credentials', message: 'is required' }],
  });
}
