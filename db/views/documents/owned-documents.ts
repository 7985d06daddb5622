import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'owned-documents-list',
  text: `select kind, id from documents
      where organization_id = $1 and owner_id = $2 and owner_id is not null and kind <> 'semantic-concept'
    union all
    select 'namespace', id from namespaces where organization_id = $1 and owner_id = $2 and owner_id is not null
    union all
    select 'integration', id from integrations where organization_id = $1 and owner_id = $2 and owner_id is not null
    order by kind, id limit $3`,
};

/** Up to a few of the documents, child teams, namespaces and integrations that a team owns, for a message. */
export function listOwnedNames(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
  limit: number,
): Promise<{ kind: string; id: string }[]> {
  return runStatement(db, list, [organizationId, teamId, limit]);
}
