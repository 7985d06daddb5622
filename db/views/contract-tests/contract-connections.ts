import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { TeamConnection } from '../../tables/organizations/team-connections.ts';

/** A connection of the team that owns the contract. */
export type ContractConnection = Pick<TeamConnection, 'teamId' | 'id' | 'connector' | 'place'> & {
  dataContractId: string;
};

const list = {
  name: 'contract-connections-list',
  text: `select d.id as "dataContractId", c.team_id as "teamId", c.id, c.connector, c.place
    from documents d
    join team_connections c on c.organization_id = d.organization_id and c.team_id = d.owner_id
    where d.organization_id = $1 and d.kind = 'data-contract' and d.id = any($2)
    order by d.id, c.id`,
};

/** The connections of the teams that own these contracts. */
export function listConnectionsOfContracts(
  db: Db,
  organizationId: OrganizationId,
  dataContractIds: readonly string[],
): Promise<ContractConnection[]> {
  return runStatement<ContractConnection>(db, list, [organizationId, dataContractIds]);
}
