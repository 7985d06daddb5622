import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The product whose data an example shows, and the port if the example names one. */
export type ExampleOf = { id: string; name: string; outputPortId: string | null };

const listExamples = {
  name: 'search-examples',
  text: `select f.id as example, p.id, p.name, (select o.target_id from document_references o
        where o.organization_id = f.organization_id and o.kind = f.kind and o.id = f.id and o.role = 'example-port' limit 1)
        as "outputPortId"
    from document_references f
    join documents p on p.organization_id = f.organization_id and p.kind = 'data-product' and p.id = f.target_id
    where f.organization_id = $1 and f.kind = 'example-data' and f.id = any($2::text[]) and f.role = 'example-of'`,
};

/** The products of entries of example data, by the ids of these. */
export async function listExampleProducts(
  db: Db,
  organizationId: OrganizationId,
  hits: readonly { kind: string; id: string }[],
): Promise<Map<string, ExampleOf>> {
  const ids = hits.flatMap(({ kind, id }) => (kind === 'example-data' ? [id] : []));
  if (ids.length === 0) return new Map();
  type Row = ExampleOf & { example: string };
  const rows = await runStatement<Row>(db, listExamples, [organizationId, ids]);
  return new Map(rows.map(({ example, ...product }) => [example, product]));
}
