import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { membersOfTeams } from '../../fragments/team-members.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'team-role-holders',
  text: `select distinct member->>'role' as role, d.id as "teamId"
    ${membersOfTeams} and member->>'role' = any($2)
    order by 1, 2 limit $3`,
};

/** Teams in which a member holds one of the roles, for a message. */
export function listRoleHolders(
  db: Db,
  organizationId: OrganizationId,
  roles: readonly string[],
  limit: number,
): Promise<{ role: string; teamId: string }[]> {
  return runStatement(db, list, [organizationId, roles, limit]);
}
