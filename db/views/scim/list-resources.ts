import type { OrganizationId } from '../../../domain/principal.ts';
import type { Filter } from '../../../domain/scim/filter/parse-filter.ts';
import { findTarget } from '../../../domain/scim/schemas/resource-types.ts';
import type { Db } from '../../connect.ts';
import { scimColumns } from '../../tables/scim/resources.ts';
import type { ScimResource } from '../../tables/scim/resources.ts';
import { conditionOf, orderOf } from './filter-condition.ts';
import type { Queried } from './filter-condition.ts';
import type { Condition } from './comparison.ts';

/** A query of SCIM resources; `offset` counts from 0. */
export type ScimQuery = {
  filter: Filter | undefined;
  sortBy: string | undefined;
  descending: boolean;
  offset: number;
  limit: number;
};

/** A page of the resources of one type that match, and how many match. */
export async function listScimResources(
  db: Db,
  organizationId: OrganizationId,
  queried: Queried,
  { filter, sortBy, descending, offset, limit }: ScimQuery,
): Promise<{ total: number; resources: ScimResource[] }> {
  const { where, bindings } = rowsOf(organizationId, queried, filter);
  const direction = descending ? 'desc' : 'asc';
  const order = sortBy === undefined ? 'r.id' : `${orderOf(queried, sortBy)} ${direction}, r.id`;
  const counted = await db.raw<{ rows: { total: number }[] }>(
    `select count(*)::int as total from scim_resources r where ${where}`,
    bindings,
  );
  const total = counted.rows[0]?.total ?? 0;
  if (limit === 0 || offset >= total) return { total, resources: [] };
  const page = await db.raw<{ rows: ScimResource[] }>(
    `select ${scimColumns} from scim_resources r where ${where} order by ${order} limit ? offset ?`,
    [...bindings, limit, offset] as never[],
  );
  return { total, resources: page.rows };
}

function rowsOf(organizationId: OrganizationId, queried: Queried, filter: Filter | undefined) {
  const condition = filter && shortcutOf(queried, filter);
  const where = `r.organization_id = ? and r.kind = ? and (${condition?.sql ?? 'true'})`;
  const values = [organizationId, queried.type.kind, ...(condition?.bindings ?? [])];
  return { where, bindings: values as never[] };
}

/** Clients look for one user or group by its name or external id before each write: these conditions have an index. */
function shortcutOf(queried: Queried, filter: Filter): Condition {
  const condition = conditionOf(queried, filter);
  if (filter.op !== 'eq' || typeof filter.value !== 'string') return condition;
  const target = findTarget(queried.type, filter.path);
  if (!target || target.sub || target.extension !== undefined) return condition;
  const { name } = target.attribute;
  if (name === queried.type.nameAttribute) {
    return { sql: 'r.name_key = ?', bindings: [filter.value.toLowerCase()] };
  }
  return name === 'externalId' ? { sql: 'r.external_id = ?', bindings: [filter.value] } : condition;
}
