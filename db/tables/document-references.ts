import type { DocumentReference, ReferenceRole } from '../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { batched } from '../batched.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DocumentKey } from './documents.ts';

/**
 * Part of a statement behind `source(organization_id, kind, id, targets)`: the references of these documents become
 * exactly their targets. Targets that exist are locked against deletion until the commit, so that somebody who deletes
 * one at the same time waits, and then sees the reference. The statement must read `target`: Postgres does not run
 * what nobody reads. `not in` is hashed; as `not exists`, a product with 100,000 ports took more than ten seconds.
 */
export const replaceReferences = `,
    wanted as (
      select s.organization_id, s.kind, s.id, t.role, t.kind as target_kind, t.id as target_id
      from source s cross join json_to_recordset(s.targets) as t(role text, kind text, id text)),
    target as (
      select 1 from documents d join wanted w
        on d.organization_id = w.organization_id and d.kind = w.target_kind and d.id = w.target_id
      for key share of d),
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

/** Those of the references whose document does not exist; free when there are none. */
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

/** Some of the documents that name this one in one of the roles. */
export function listReferring(
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

/** Owning teams of what a document names in a role; undefined for what does not exist or has no owner. */
export const listTargetOwners = batched<Named, (string | undefined)[]>(
  { mostRunning: 4 },
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
