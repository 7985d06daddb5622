import { accessEvents } from '../../../domain/access/access-events.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { listPrincipalNames } from '../organizations/principal-names.ts';
import type { Reference } from './names.ts';

/** A deletion of a document: its time, and the name of the key or person that made it. */
export type Deletion = Reference & { deletedAt: Date; deletedByName: string | undefined };

const list = {
  name: 'documents-deletions',
  text: `with k as materialized (
      select distinct kind, id collate "C" as id from unnest($2::text[], $3::text[]) as k(kind, id))
    select k.kind, k.id, last.at as "deletedAt", last.principal
    from k cross join lateral (
      select at, principal, body is null as deleted from document_revisions r
      where r.organization_id = $1 and r.kind = k.kind and r.id = k.id order by r.revision desc limit 1) last
    where last.deleted
    union all
    select k.kind, k.id, x.deleted_at, e.principal
    from k join deleted_access x on x.organization_id = $1 and x.id = k.id
    left join lateral (
      select principal from events where organization_id = $1 and subject_id = k.id and subject_kind = 'access'
        and type = '${accessEvents.deleted}' order by n desc limit 1) e on true
    where k.kind = 'access'`,
};

/** The deletions of those documents and accesses that are deleted now; those of accesses are known for 30 days. */
export async function listDeletions(
  db: Db,
  organizationId: OrganizationId,
  documents: readonly Reference[],
): Promise<Deletion[]> {
  if (documents.length === 0) return [];
  const rows = await runStatement<Deletion & { principal: string | null }>(db, list, [
    organizationId,
    documents.map(({ kind }) => kind),
    documents.map(({ id }) => id),
  ]);
  const principals = rows.flatMap(({ principal }) => principal ?? []);
  const names = await listPrincipalNames(db, organizationId, principals);
  return rows.map(({ principal, ...row }) => ({
    ...row,
    deletedByName: names.get(principal ?? ''),
  }));
}
