import { testProblem } from '../../commands/contract-tests/test-problem.ts';
import { fittingConnection } from '../../commands/connections/fitting-connection.ts';
import { openConnection } from '../../commands/connections/connection-credentials.ts';
import type { Source, SourceAccess } from '../../connectors/connector.ts';
import { findConnectorInfo } from '../../connectors/catalogue.ts';
import { openSource } from '../../connectors/open-source.ts';
import { withoutSecrets } from '../../connectors/http/shown-secret.ts';
import {
  findSealedConnection,
  listTeamConnections,
} from '../../db/tables/organizations/team-connections.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-tests/contract-connections.ts';
import type { TeamConnection } from '../../db/tables/organizations/team-connections.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { JobContext } from '../define-job.ts';

/** Opens the server of a contract; its errors contain no secrets. */
type OpenServer = (server: ContractServer, signal: AbortSignal) => Promise<Source>;

type StoredConnection = Pick<TeamConnection, 'teamId' | 'id' | 'connector' | 'place'>;

export type Opening = {
  open: OpenServer;
  /** Description of the account, for people; undefined where no sign-in is needed. */
  account: string | undefined;
  /** The reason why sign-in is impossible: no credentials are stored for it. */
  problem: string | undefined;
};

/**
 * Prepares opening the server of a contract: with the connection of its owning team (or of `ownerId`) for this address, else with
 * the credentials of the environment. The credentials of a connection are in memory only while it opens.
 */
export async function prepareOpening(
  { database: { knex }, settings }: Pick<JobContext, 'database' | 'settings'>,
  of: { organizationId: OrganizationId; dataContractId: string; ownerId?: string | undefined },
  server: ContractServer,
): Promise<Opening> {
  const { sourceAccess, secretKey } = settings;
  const { organizationId, dataContractId, ownerId } = of;
  const connections: readonly StoredConnection[] =
    ownerId === undefined
      ? await listConnectionsOfContracts(knex, organizationId, [dataContractId])
      : await listTeamConnections(knex, organizationId, [ownerId]);
  const fitting = fittingConnection(connections, server);
  const key = fitting && { organizationId, teamId: fitting.teamId, id: fitting.id };
  const stored = key && (await findSealedConnection(knex, key));
  // Deleted meanwhile: continue as if there were no connection.
  if (key === undefined || stored === undefined) {
    const knownCredentials = new Set(Object.keys(sourceAccess.credentials));
    return {
      open: (chosen, signal) => openSource(chosen, sourceAccess, signal),
      account: accountOfEnvironment(server, knownCredentials, connections),
      problem: testProblem(server, { knownCredentials, connections: [] }),
    };
  }
  const open: OpenServer = async (chosen, signal) => {
    const credentials = openConnection(stored.credentials, secretKey, key);
    const access = accessWith(sourceAccess, chosen, credentials);
    return openSource(chosen, access, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw hideSecretsOf(error, chosen, credentials);
    });
  };
  return { open, account: `connection '${key.id}' of team '${key.teamId}'`, problem: undefined };
}

/** Lists the connections that may have been intended for this server. */
function accountOfEnvironment(
  server: ContractServer,
  knownCredentials: ReadonlySet<string>,
  connections: readonly StoredConnection[],
): string | undefined {
  const connector = findConnectorInfo(server.type);
  if (connector === undefined || connector.credentials.length === 0) return undefined;
  const isKnown = connector.credentials.some(({ name }) => knownCredentials.has(name));
  const account = isKnown ? 'the variables of the environment' : 'no credentials';
  const others = connections.filter((one) => one.connector === connector.name);
  if (others.length === 0) return account;
  const names = others.map(({ id, place }) => `'${id}' (${place})`).join(', ');
  const location = connector.place(server);
  const where = location === undefined ? 'a server that names no place' : `'${location}'`;
  return `${account}: of the connections of team '${others[0]?.teamId}', ${names}, none is for ${where}`;
}

/** Uses a method of sign-in completely; members of another method in the environment must not be mixed in. */
function accessWith(
  access: SourceAccess,
  server: ContractServer,
  credentials: Record<string, string>,
): SourceAccess {
  const connector = findConnectorInfo(server.type);
  const ofSignIns = new Set([...(connector?.signIns.flat() ?? []), ...secretNames(server)]);
  const others = Object.entries(access.credentials).filter(([name]) => !ofSignIns.has(name));
  return { ...access, credentials: { ...Object.fromEntries(others), ...credentials } };
}

function secretNames(server: ContractServer): string[] {
  const credentials = findConnectorInfo(server.type)?.credentials ?? [];
  return credentials.filter(({ secret }) => secret === true).map(({ name }) => name);
}

/** Drivers may repeat credentials in their errors. */
function hideSecretsOf(
  error: unknown,
  server: ContractServer,
  credentials: Record<string, string>,
): Error {
  const said = error instanceof Error ? error.message : String(error);
  const secrets = secretNames(server)
    .map((name) => credentials[name])
    .filter((value) => value !== undefined);
  return new Error(withoutSecrets(said, secrets));
}
