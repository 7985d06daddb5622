import { toAccess } from '../../../domain/access/access.ts';
import type { NamedAccess, ShownAccess } from '../../../domain/access/access.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { accessProducts } from '../../tables/access/access.ts';
import { namePeople, shownColumns, shownJoins } from './shown.ts';

/** Filters of a list of accesses; `states` are states of their life cycle. */
export type AccessFilter = {
  providerDataProductId?: string | undefined;
  outputPortId?: string | undefined;
  providerTeamIds?: readonly string[] | undefined;
  consumerDataProductId?: string | undefined;
  consumerTeamIds?: readonly string[] | undefined;
  consumerUserId?: string | undefined;
  consumerType?: string | undefined;
  states?: readonly string[] | undefined;
  /** Latest end. */
  endsBefore?: Date | undefined;
  /** Consumers, of which one must match: ids of teams, and `consumingPerson`. */
  consumers?: readonly string[] | undefined;
  /** Providing teams of the caller, besides those that the client asks for. */
  providers?: readonly string[] | undefined;
};

/** A person among `consumers`; ids of teams never hold a slash. */
export const consumingPerson = (email: string): string => `user/${email.toLowerCase()}`;

/**
 * SQL of each filter, for its value; the statement contains only the requested filters, so that each can use
 * its index.
 */
const conditions: Readonly<Record<keyof AccessFilter, (value: string) => string>> = {
  providerDataProductId: (value) =>
    `a.provider_product_id = ${value}::text and a.provider_product_id <> ''`,
  outputPortId: (value) => `${value}::text in (a.provider_port_id, a.provider_port_name)`,
  providerTeamIds: (value) => `coalesce(p.owner_id, a.provider_team_id) = any(${value}::text[])`,
  consumerDataProductId: (value) => `a.consumer_product_id = ${value}::text`,
  consumerTeamIds: (value) => `coalesce(c.owner_id, a.consumer_team_id) = any(${value}::text[])`,
  consumerUserId: (value) => `lower(a.consumer_user_id) = lower(${value}::text)`,
  consumerType: (value) => `a.consumer_type = ${value}::text`,
  states: (value) => `a.state = any(${value}::text[])`,
  endsBefore: (value) => `a.deactivate_at <= ${value}::timestamptz`,
  consumers: (value) => `(coalesce(c.owner_id, a.consumer_team_id) = any(${value}::text[])
      or 'user/' || lower(a.consumer_user_id) = any(${value}::text[]))`,
  providers: (value) => `coalesce(p.owner_id, a.provider_team_id) = any(${value}::text[])`,
};

const filterNames = Object.keys(conditions) as (keyof AccessFilter)[];

/** Instants that accesses can be ordered by, besides their ids. */
const sortColumns = {
  requestedAt: 'a.created_at',
  decidedAt: 'a.decided_at',
  updatedAt: 'a.updated_at',
  endsAt: 'a.deactivate_at',
} as const;

export type AccessSortField = 'id' | keyof typeof sortColumns;
export type AccessSort = { field: AccessSortField; descending: boolean };

/** Fields that a list can be ordered by. */
export const accessSortFields: readonly AccessSortField[] = [
  'id',
  ...(Object.keys(sortColumns) as (keyof typeof sortColumns)[]),
];

/** SQL of the sort value; accesses without it are the last in both directions. */
function sortValue({ field, descending }: AccessSort): string {
  if (field === 'id') return 'null::timestamptz';
  const missing = descending ? '1970-01-01T00:00:00Z' : '9999-01-01T00:00:00Z';
  return `coalesce(${sortColumns[field]}, '${missing}')`;
}

/** An access of a list with the value of its sort field. */
export type ListedAccess = ShownAccess & { value: Date | undefined };

/** The position where a page continues: after this access, whose sort field had `value` when it was shown. */
export type AccessPosition = { id: string; value: Date | undefined };

function asked(filter: AccessFilter): (keyof AccessFilter)[] {
  return filterNames.filter((name) => filter[name] !== undefined);
}

/** Names of statements; Postgres truncates them at 63 bytes. */
const nameOf = (filters: readonly (keyof AccessFilter)[]): string =>
  filters.map((name) => filterNames.indexOf(name)).join('-');

const conditionsOf = (filters: readonly (keyof AccessFilter)[], firstParameter: number): string =>
  filters.map((name, index) => ` and ${conditions[name](`$${index + firstParameter}`)}`).join('');

/** Names are joined after the limit: for the accesses of the page only. */
function listStatement(filters: readonly (keyof AccessFilter)[], sort: AccessSort): Statement {
  const [direction, behind] = sort.descending ? ['desc', '<'] : ['asc', '>'];
  const value = sortValue(sort);
  const [position, order] =
    sort.field === 'id'
      ? [`a.id ${behind} $2`, `id ${direction}`]
      : [`(${value}, a.id) ${behind} ($5::timestamptz, $2)`, `value ${direction}, id ${direction}`];
  return {
    name: `access-list-${sort.field}-${direction}-${nameOf(filters)}`,
    text: `with page as (
      select a.organization_id, a.id, ${value} as value from access a ${accessProducts}
      where a.organization_id = $1 and ($2::text is null or ${position})${conditionsOf(filters, firstFilter(sort))}
      order by ${order} limit $3 offset $4)
    select ${shownColumns}, page.value
    from page join access a on a.organization_id = page.organization_id and a.id = page.id ${shownJoins}
    order by ${order}`,
  };
}

/** Parameter of the first filter, after those of the page. */
const firstFilter = ({ field }: AccessSort): number => (field === 'id' ? 5 : 6);

const byId: AccessSort = { field: 'id', descending: false };

/** Accesses in the order of `sort`. */
export async function listAccess(
  db: Db,
  organizationId: OrganizationId,
  filter: AccessFilter,
  page: { after: AccessPosition | undefined; limit: number; offset: number; sort?: AccessSort },
): Promise<ListedAccess[]> {
  const { after, limit, offset, sort = byId } = page;
  const names = asked(filter);
  const rows = await runStatement<object>(db, listStatement(names, sort), [
    organizationId,
    after?.id,
    limit,
    offset,
    ...(sort.field === 'id' ? [] : [after?.value]),
    ...names.map((name) => filter[name]),
  ]);
  const accesses = rows.map((row) => toAccess(row) as NamedAccess & Pick<ListedAccess, 'value'>);
  return namePeople(db, organizationId, accesses);
}

/** The current position of an access in a list; undefined if it does not exist. */
export async function findAccessPosition(
  db: Db,
  organizationId: OrganizationId,
  id: string,
  sort: AccessSort,
): Promise<AccessPosition | undefined> {
  const statement = {
    name: `access-position-${sort.field}-${sort.descending ? 'desc' : 'asc'}`,
    text: `select a.id, ${sortValue(sort)} as value from access a where a.organization_id = $1 and a.id = $2`,
  };
  const [row] = await runStatement<AccessPosition>(db, statement, [organizationId, id]);
  return row;
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
