import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'definitions-list-at',
  text: `select k.id, r.revision, r.body::text as body
    from unnest($2::text[]) as k(id)
    cross join lateral (
      select revision, body from document_revisions
      where organization_id = $1 and kind = 'definition' and id = k.id and ($3::timestamptz is null or at <= $3)
      order by revision desc limit 1) r
    where r.body is not null`,
};

/** A definition at a revision, as JSON text. */
export type PastDefinition = { id: string; revision: number; body: string };

/** The definitions among these ids that exist now, or existed at an instant. */
export async function listDefinitionsAt(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
  at: Date | undefined,
): Promise<PastDefinition[]> {
  if (ids.length === 0) return [];
  return runStatement<PastDefinition>(db, list, [organizationId, [...ids], at]);
}
