import { toAccess } from '../../../domain/access/access.ts';
import type { Access } from '../../../domain/access/access.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { accessColumns, accessProducts } from '../../tables/access/access.ts';

/** Filters of a list of accesses; `states` are states of their life cycle. */
export type AccessFilter = {
  providerDataProductId?: string | undefined;
  outputPortId?: string | undefined;
  providerTeamId?: string | undefined;
  consumerDataProductId?: string | undefined;
  consumerTeamId?: string | undefined;
  consumerUserId?: string | undefined;
  consumerType?: string | undefined;
  states?: readonly string[] | undefined;
};

/**
 * SQL of each filter, for its value; the statement contains only the requested filters, so that each can use
 * its index.
 */
const conditions: Readonly<Record<keyof AccessFilter, (value: string) => string>> = {
  providerDataProductId: (value) =>
    `a.provider_product_id = ${value}::text and a.provider_product_id <> ''`,
  outputPortId: (value) => `${value}::text in (a.provider_port_id, a.provider_port_name)`,
  providerTeamId: (value) => `coalesce(p.owner_id, a.provider_team_id) = ${value}::text`,
  consumerDataProductId: (value) => `a.consumer_product_id = ${value}::text`,
  consumerTeamId: (value) => `coalesce(c.owner_id, a.consumer_team_id) = ${value}::text`,
  consumerUserId: (value) => `lower(a.consumer_user_id) = lower(${value}::text)`,
  consumerType: (value) => `a.consumer_type = ${value}::text`,
  states: (value) => `a.state = any(${value}::text[])`,
};

const filterNames = Object.keys(conditions) as (keyof AccessFilter)[];

function asked(filter: AccessFilter): (keyof AccessFilter)[] {
  return filterNames.filter((name) => filter[name] !== undefined);
}

/** Names of statements; Postgres truncates them at 63 bytes. */
const nameOf = (filters: readonly (keyof AccessFilter)[]): string =>
  filters.map((name) => filterNames.indexOf(name)).join('-');

const conditionsOf = (filters: readonly (keyof AccessFilter)[], firstParameter: number): string =>
  filters.map((name, index) => ` and ${conditions[name](`$${index + firstParameter}`)}`).join('');

function listStatement(filters: readonly (keyof AccessFilter)[]): Statement {
  return {
    name: `access-list-${nameOf(filters)}`,
    text: `select ${accessColumns} from access a ${accessProducts}
    where a.organization_id = $1 and ($2::text is null or a.id > $2)${conditionsOf(filters, 5)}
    order by a.id limit $3 offset $4`,
  };
}

/** Accesses in the order of their ids. */
export async function listAccess(
  db: Db,
  organizationId: OrganizationId,
  filter: AccessFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Access[]> {
  const names = asked(filter);
  const values = [organizationId, page.after, page.limit, page.offset];
  const rows = await runStatement<object>(db, listStatement(names), [
    ...values,
    ...names.map((name) => filter[name]),
  ]);
  return rows.map(toAccess);
}

/** Number of accesses that match the filter. */
export async function countAccess(
  db: Db,
  organizationId: OrganizationId,
  filter: AccessFilter,
): Promise<number> {
  const names = asked(filter);
  const statement = {
    name: `access-count-${nameOf(names)}`,
    text: `select count(*)::int as count from access a ${accessProducts} where a.organization_id = $1${conditionsOf(names, 2)}`,
  };
  const values = [organizationId, ...names.map((name) => filter[name])];
  const [row] = await runStatement<{ count: number }>(db, statement, values);
  return row?.count ?? 0;
}
