import { testProblem } from '../../commands/contract-tests/choose-server.ts';
import { fittingConnection } from '../../commands/connections/fitting-connection.ts';
import { openConnection } from '../../commands/connections/connection-credentials.ts';
import type { Source, SourceAccess } from '../../connectors/connector.ts';
import { findConnector } from '../../connectors/index.ts';
import { openSource } from '../../connectors/open-source.ts';
import { withoutSecrets } from '../../connectors/shown-secret.ts';
import { findSealedConnection } from '../../db/tables/team-connections.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-connections.ts';
import type { ContractConnection } from '../../db/views/contract-connections.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { JobContext } from '../define-job.ts';

/** Opens the server of a contract; what it rejects with names no secret. */
type OpenServer = (server: ContractServer, signal: AbortSignal) => Promise<Source>;

export type Opening = {
  open: OpenServer;
  /** How it signs in, for people; undefined where there is nothing to sign in to. */
  account: string | undefined;
  /** Why it cannot sign in: nobody has stored credentials for it. */
  problem: string | undefined;
};

/**
 * How the server of a contract is opened: with the connection of its owning team that is for the place where it lies, else with the
 * credentials of the environment. The credentials of a connection are in memory only while it opens.
 */
export async function prepareOpening(
  { database: { knex }, settings }: Pick<JobContext, 'database' | 'settings'>,
  of: { organizationId: OrganizationId; dataContractId: string },
  server: ContractServer,
): Promise<Opening> {
  const { sourceAccess, secretKey } = settings;
  const { organizationId, dataContractId } = of;
  const connections = await listConnectionsOfContracts(knex, organizationId, [dataContractId]);
  const fitting = fittingConnection(connections, server);
  const key = fitting && { organizationId, teamId: fitting.teamId, id: fitting.id };
  const stored = key && (await findSealedConnection(knex, key));
  // Deleted meanwhile, it is as if it had never been there.
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

/** Names the connections that somebody may have meant for this server. */
function accountOfEnvironment(
  server: ContractServer,
  knownCredentials: ReadonlySet<string>,
  connections: readonly ContractConnection[],
): string | undefined {
  const connector = findConnector(server.type);
  if (connector === undefined || connector.credentials.length === 0) return undefined;
  const isKnown = connector.credentials.some(({ name }) => knownCredentials.has(name));
  const account = isKnown ? 'the variables of the environment' : 'no credentials';
  const others = connections.filter((one) => one.connector === connector.name);
  if (others.length === 0) return account;
  const names = others.map(({ id, place }) => `'${id}' (${place})`).join(', ');
  const place = connector.place(server);
  const where = place === undefined ? 'a server that names no place' : `'${place}'`;
  return `${account}: of the connections of team '${others[0]?.teamId}', ${names}, none is for ${where}`;
}

/** A way to sign in is taken whole: what the environment knows of another one must not mingle with it. */
function accessWith(
  access: SourceAccess,
  server: ContractServer,
  credentials: Record<string, string>,
): SourceAccess {
  const connector = findConnector(server.type);
  const ofSignIns = new Set([...(connector?.signIns.flat() ?? []), ...secretNames(server)]);
  const others = Object.entries(access.credentials).filter(([name]) => !ofSignIns.has(name));
  return { ...access, credentials: { ...Object.fromEntries(others), ...credentials } };
}

function secretNames(server: ContractServer): string[] {
  const credentials = findConnector(server.type)?.credentials ?? [];
  return credentials.filter(({ secret }) => secret === true).map(({ name }) => name);
}

/** Drivers may repeat what they were given. */
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
