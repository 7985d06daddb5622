import { findConnectorInfo, supportedServerTypes } from '../../connectors/catalogue.ts';
import type { TeamConnection } from '../../db/tables/organizations/team-connections.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { fittingConnection } from '../connections/fitting-connection.ts';

/** The available credentials. */
export type KnownSignIns = {
  /** Names of the credentials in the environment. */
  knownCredentials: ReadonlySet<string>;
  /** Connections of the team that owns the contract. */
  connections: readonly Pick<TeamConnection, 'connector' | 'place'>[];
};

/** The reason why this installation cannot test a server; undefined if it can. */
export function testProblem(
  server: ContractServer,
  { knownCredentials, connections }: KnownSignIns,
): string | undefined {
  const connector = findConnectorInfo(server.type);
  if (!connector) {
    return `Servers of type '${server.type}' cannot be tested; these can: ${supportedServerTypes.join(', ')}.`;
  }
  const { signIns } = connector;
  const isKnown = (name: string): boolean => knownCredentials.has(name);
  if (signIns.length === 0 || signIns.some((names) => names.every(isKnown))) return undefined;
  if (fittingConnection(connections, server)) return undefined;
  const missing = signIns[0]?.filter((name) => !isKnown(name)) ?? [];
  return `No credentials are known for server '${server.server}': set ${missing.join(' and ')} for the API and the workers, or store a connection of the owning team.`;
}
