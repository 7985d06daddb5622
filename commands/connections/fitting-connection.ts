import { findConnectorInfo } from '../../connectors/catalogue.ts';
import type { TeamConnection } from '../../db/tables/organizations/team-connections.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { normalizeLocation } from '../../domain/organizations/team-connection.ts';

/** The connection with the type and the location of a server. */
export function fittingConnection<Connection extends Pick<TeamConnection, 'connector' | 'place'>>(
  connections: readonly Connection[],
  server: ContractServer,
): Connection | undefined {
  const connector = findConnectorInfo(server.type);
  const location = connector?.place(server);
  if (connector === undefined || location === undefined) return undefined;
  const wanted = normalizeLocation(location);
  return connections.find((one) => one.connector === connector.name && one.place === wanted);
}
