import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';

/** Some of the documents that a team owns (children of a team among them), for a message. */
export async function listOwnedNames(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
  limit: number,
): Promise<{ kind: string; id: string }[]> {
  return db('documents')
    .where({ organization_id: organizationId, owner_id: teamId })
    .orderBy(['kind', 'id'])
    .limit(limit)
    .select<{ kind: string; id: string }[]>('kind', 'id');
}
