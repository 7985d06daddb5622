import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** What notices tell of a change request. */
export type NoticedProposal = {
  id: string;
  status: string;
  title: string;
  proposer: string;
  documentName: string;
  ownerId: string | null;
};

const list = {
  name: 'notices-proposals',
  text: `select c.id, c.status, c.title, c.proposer, d.name as "documentName", d.owner_id as "ownerId"
    from change_requests c
    join documents d on d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.document_id
    where c.organization_id = $1 and c.id = any($2::uuid[])`,
};

/** The change requests as they are now; those of deleted documents are missing. */
export async function listNoticedProposals(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<NoticedProposal[]> {
  if (ids.length === 0) return [];
  return runStatement<NoticedProposal>(db, list, [organizationId, ids]);
}
