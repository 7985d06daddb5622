import { fittingConnection } from '../../commands/connections/fitting-connection.ts';
import { openConnection } from '../../commands/connections/connection-credentials.ts';
import type { Source, SourceAccess } from '../../connectors/connector.ts';
import { findConnector } from '../../connectors/index.ts';
import { openSource } from '../../connectors/open-source.ts';
import { withoutSecrets } from '../../connectors/shown-secret.ts';
import { findSealedConnection } from '../../db/tables/team-connections.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-connections.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { JobContext } from '../define-job.ts';

/** Opens the server of a contract; what it rejects with names no secret. */
type OpenServer = (server: ContractServer, signal: AbortSignal) => Promise<Source>;

/**
 * How the server of a contract is opened: with the connection of its owning team that is for the place where it lies, else with the
 * credentials of the environment. The credentials of a connection are in memory only while it opens.
 */
export async function prepareOpening(
  { database: { knex }, settings }: Pick<JobContext, 'database' | 'settings'>,
  of: { organizationId: OrganizationId; dataContractId: string },
  server: ContractServer,
): Promise<OpenServer> {
  const { sourceAccess, secretKey } = settings;
  const { organizationId, dataContractId } = of;
  const connections = await listConnectionsOfContracts(knex, organizationId, [dataContractId]);
  const fitting = fittingConnection(connections, server);
  const key = fitting && { organizationId, teamId: fitting.teamId, id: fitting.id };
  const stored = key && (await findSealedConnection(knex, key));
  // Deleted meanwhile, it is as if it had never been there.
  if (key === undefined || stored === undefined) {
    return (chosen, signal) => openSource(chosen, sourceAccess, signal);
  }
  return async (chosen, signal) => {
    const credentials = openConnection(stored.credentials, secretKey, key);
    const access = accessWith(sourceAccess, chosen, credentials);
    return openSource(chosen, access, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw hideSecretsOf(error, chosen, credentials);
    });
  };
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
