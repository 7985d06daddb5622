import type { DocumentReference, ReferenceRole } from '../../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from './documents.ts';

/**
 * Follows `input` and `head` in a statement: the references of these documents become exactly `input.targets`,
 * unless that is null. Targets that exist are locked against deletion until the commit, so that a concurrent
 * deletion waits, and then sees the reference. The statement must read `target`: Postgres does not run an
 * unread SELECT. `not in` is hashed; as `not exists`, a product with 100,000 ports took more than ten seconds.
 * `lateral` makes Postgres look each target up by its key, also with a plan that it made while there were few
 * documents.
 */
export const replaceReferences = `source as (
      select i.organization_id, i.kind, i.id, i.targets from input i join head h using (n) where i.targets is not null),
    wanted as (
      select s.organization_id, s.kind, s.id, t.role, t.kind as target_kind, t.id as target_id
      from source s cross join json_to_recordset(s.targets) as t(role text, kind text, id text)),
    target as (
      select 1 from wanted w cross join lateral (
        select 1 from documents d
        where d.organization_id = w.organization_id and d.kind = w.target_kind and d.id = w.target_id
        for key share) t),
    dropped as (
      delete from document_references r using source s
      where r.organization_id = s.organization_id and r.kind = s.kind and r.id = s.id
        and (r.organization_id, r.kind, r.id, r.role, r.target_kind, r.target_id) not in (
          select organization_id, kind, id, role, target_kind, target_id from wanted)),
    reference as (
      insert into document_references (organization_id, kind, id, role, target_kind, target_id)
      select organization_id, kind, id, role, target_kind, target_id from wanted
      on conflict do nothing)`;

const findExisting = {
  name: 'document-references-find-existing',
  text: `select d.kind, d.id from documents d where d.organization_id = $1
    and (d.kind, d.id) in (select * from unnest($2::text[], $3::text[]))`,
};

/** References whose document does not exist; costs no query when there are no references. */
export async function listUnregistered(
  db: Db,
  organizationId: OrganizationId,
  references: readonly DocumentReference[],
): Promise<DocumentReference[]> {
  if (references.length === 0) return [];
  const rows = await runStatement<{ kind: string; id: string }>(db, findExisting, [
    organizationId,
    references.map(({ kind }) => kind),
    references.map(({ id }) => id),
  ]);
  const existing = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  return references.filter(({ kind, id }) => !existing.has(`${kind} ${id}`));
}

const findReferring = {
  name: 'document-references-find-referring',
  text: `select distinct kind, id from document_references
    where organization_id = $1 and target_kind = $2 and target_id = $3 and role = any($4)
    order by kind, id limit $5`,
};

/** Up to `limit` documents that reference this one in one of the roles. */
export function listReferringDocuments(
  tx: Tx,
  target: DocumentKey,
  roles: readonly ReferenceRole[],
  limit: number,
): Promise<{ kind: string; id: string }[]> {
  return runStatement(tx, findReferring, [
    target.organizationId,
    target.kind,
    target.id,
    roles,
    limit,
  ]);
}

const findTargetOwners = {
  name: 'document-references-find-target-owners',
  text: `select k.n::int as n, d.owner_id as "ownerId"
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) with ordinality as k(organization_id, kind, id, role, n)
    join document_references r
      on r.organization_id = k.organization_id and r.kind = k.kind and r.id = k.id and r.role = k.role
    left join documents d
      on d.organization_id = r.organization_id and d.kind = r.target_kind and d.id = r.target_id`,
};

type Named = DocumentKey & { role: ReferenceRole };

/**
 * Owning teams of the documents referenced in a role; undefined for documents that do not exist or have no
 * owner.
 */
export const listTargetOwners = batched<Named, (string | undefined)[]>(
  { maxRunning: 4 },
  async (db, keys) => {
    const rows = await runStatement<{ n: number; ownerId: string | null }>(db, findTargetOwners, [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ kind }) => kind),
      keys.map(({ id }) => id),
      keys.map(({ role }) => role),
    ]);
    return keys.map((_, index) =>
      rows.filter(({ n }) => n === index + 1).map(({ ownerId }) => ownerId ?? undefined),
    );
  },
);
