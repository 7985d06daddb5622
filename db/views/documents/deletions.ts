import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { listPrincipalNames } from '../organizations/principal-names.ts';
import type { Reference } from './names.ts';

/** A deletion of a document: its time, and the name of the key or person that made it. */
export type Deletion = Reference & { deletedAt: Date; deletedByName: string | undefined };

const list = {
  name: 'documents-deletions',
  text: `select k.kind, k.id, last.at as "deletedAt", last.principal
    from (select distinct kind, id collate "C" as id from unnest($2::text[], $3::text[]) as k(kind, id)) k
    cross join lateral (
      select at, principal, body is null as deleted from document_revisions r
      where r.organization_id = $1 and r.kind = k.kind and r.id = k.id order by r.revision desc limit 1) last
    where last.deleted`,
};

/** The deletions of those of the documents that are deleted now. */
export async function listDeletions(
  db: Db,
  organizationId: OrganizationId,
  documents: readonly Reference[],
): Promise<Deletion[]> {
  if (documents.length === 0) return [];
  const rows = await runStatement<Deletion & { principal: string }>(db, list, [
    organizationId,
    documents.map(({ kind }) => kind),
    documents.map(({ id }) => id),
  ]);
  const principals = rows.map(({ principal }) => principal);
  const names = await listPrincipalNames(db, organizationId, principals);
  return rows.map(({ principal, ...row }) => ({ ...row, deletedByName: names.get(principal) }));
}
