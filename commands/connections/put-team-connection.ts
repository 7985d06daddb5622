import { findConnectorInfo, supportedServerTypes } from '../../connectors/catalogue.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  findSealedConnection,
  upsertTeamConnection,
} from '../../db/tables/organizations/team-connections.ts';
import type { TeamConnectionKey } from '../../db/tables/organizations/team-connections.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import {
  normalizeLocation,
  teamConnectionSchema,
} from '../../domain/organizations/team-connection.ts';
import type { TeamConnectionWrite } from '../../domain/organizations/team-connection.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
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
 * Stores how contract tests of the team sign in to one location. Missing credentials keep their values, unless the location
 * changes. Refuses with `not_found` an unknown team, with `invalid_body`, and with `already_exists` if another connection of the
 * team has this location.
 */
export async function putTeamConnection(database: Database, put: PutTeamConnection): Promise<void> {
  await assertMayConnect(database.knex, put.principal, put.teamId);
  const request = assertValid(teamConnectionSchema, put.document, 'invalid_body');
  if (request.id !== undefined && request.id !== put.connectionId) {
    refuse(
      'id_mismatch',
      `The body has the id '${request.id}', but the path has '${put.connectionId}': make them equal.`,
    );
  }
  const connector = findConnectorInfo(request.serverType) ?? refuseUnknownType(request.serverType);
  try {
    await transact(database, (tx) => write(tx, put, request, connector));
  } catch (error) {
    if (violatedConstraint(error) !== 'team_connections_once_per_place') throw error;
    refuse(
      'already_exists',
      `Team '${put.teamId}' has another connection for '${request.place}': change or delete that connection.`,
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
  request: TeamConnectionWrite,
  connector: KnownConnector,
): Promise<void> {
  const { teamId, connectionId: id, principal, requestId, now } = put;
  const { organizationId } = principal;
  const { serverType } = request;
  const key: TeamConnectionKey = { organizationId, teamId, id };
  const location = normalizeLocation(request.place);
  const sealed = request.credentials
    ? sealNew(key, put, readCredentials(connector, request.credentials))
    : await keepStored(tx, key, { connector: connector.name, location });
  await upsertTeamConnection(tx, key, {
    serverType,
    connector: connector.name,
    place: location,
    ...sealed,
    updatedAt: now,
    updatedBy: principal.name,
  });
  await recordEvent(tx, {
    organizationId,
    type: 'TeamConnectionUpdated',
    // Connections have no separate audit trail, so the entry is added to the trail of the team.
    subjectKind: 'team',
    subjectId: teamId,
    principal: principal.name,
    requestId,
    public: false,
    data: { connectionId: id, serverType, place: location, credentials: sealed.names },
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

/** Stored credentials must not be sent to another location: a user who may change the location could read them there. */
async function keepStored(
  tx: Tx,
  key: TeamConnectionKey,
  now: { connector: string; location: string },
): Promise<Sealed> {
  const stored = await findSealedConnection(tx, key);
  if (stored && stored.connector === now.connector && stored.place === now.location) return stored;
  const problem = stored ? 'The place changes' : 'The connection is new';
  return refuse('invalid_body', `${problem}: send its credentials.`, {
    violations: [{ field: 'credentials', message: 'is required' }],
  });
}
