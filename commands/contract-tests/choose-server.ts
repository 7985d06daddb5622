import { findConnector, supportedServerTypes } from '../../connectors/index.ts';
import type { TeamConnection } from '../../db/tables/team-connections.ts';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { fittingConnection } from '../connections/fitting-connection.ts';

/** The server with this key, or the only one. Refuses with `server_required` and `unknown_server`. */
export function chooseServer(
  servers: readonly ContractServer[],
  wanted: string | undefined,
): ContractServer {
  const names = servers.map((server) => `'${server.server}'`).join(', ');
  const [first, ...others] = servers;
  if (!first)
    return refuse(
      'server_required',
      "The contract has no 'servers': add the one that holds the data.",
    );
  if (wanted === undefined) {
    if (others.length === 0) return first;
    return refuse(
      'server_required',
      `The contract has several servers; choose one with ?server=: ${names}.`,
    );
  }
  const [named, ...twins] = servers.filter((server) => server.server === wanted);
  if (twins.length > 0) {
    refuse(
      'server_required',
      `The contract has several servers with the key '${wanted}'; give each its own.`,
    );
  }
  return (
    named ?? refuse('unknown_server', `The contract has no server '${wanted}'; it has ${names}.`)
  );
}

/** How one could sign in. */
export type KnownSignIns = {
  /** Names of the credentials that the environment has. */
  knownCredentials: ReadonlySet<string>;
  /** Those of the team that owns the contract. */
  connections: readonly Pick<TeamConnection, 'connector' | 'place'>[];
};

/** Why this installation cannot test a server; undefined when it can. */
export function testProblem(
  server: ContractServer,
  { knownCredentials, connections }: KnownSignIns,
): string | undefined {
  const connector = findConnector(server.type);
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
