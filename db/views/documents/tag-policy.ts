import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const find = {
  name: 'tag-policy-find',
  text: `select
      (select body ->> 'managedTagsPolicy' from settings_documents
        where organization_id = $1 and name = 'features') as policy,
      array(select t.id from unnest($2::text[]) as t(id)
        where exists (select from documents d
          where d.organization_id = $1 and d.kind = 'tag' and lower(d.id) = lower(t.id))) as managed`,
};

/** The stored policy of the organization about tags, and which of these tags are in /api/tags, in any case. */
export async function findTagPolicy(
  db: Db,
  organizationId: OrganizationId,
  tags: readonly string[],
): Promise<{ policy: string | null; managed: string[] }> {
  type Row = { policy: string | null; managed: string[] };
  const [row] = await runStatement<Row>(db, find, [organizationId, tags]);
  return row ?? { policy: null, managed: [] };
}
