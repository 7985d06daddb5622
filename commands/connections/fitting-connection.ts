import { findConnector } from '../../connectors/index.ts';
import type { TeamConnection } from '../../db/tables/team-connections.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { normalisePlace } from '../../domain/team-connection.ts';

/** The connection that is for a server: for its type, and for the place where it lies. */
export function fittingConnection<Connection extends Pick<TeamConnection, 'connector' | 'place'>>(
  connections: readonly Connection[],
  server: ContractServer,
): Connection | undefined {
  const connector = findConnector(server.type);
  const place = connector?.place(server);
  if (connector === undefined || place === undefined) return undefined;
  const wanted = normalisePlace(place);
  return connections.find((one) => one.connector === connector.name && one.place === wanted);
}
