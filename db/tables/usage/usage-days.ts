import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A change of the numbers of one day (YYYY-MM-DD, UTC). */
export type UsageChange = {
  productId: string;
  day: string;
  port: string;
  user: string;
  accessId: string;
  teamId: string;
  count: number;
  rows: number;
};

/** Sorted, so that two requests never wait for each other. */
const add = {
  name: 'usage-days-add',
  text: `insert into usage_days as u (organization_id, product_id, day, port, user_name, access_id, team_id, count, rows)
    select $1, n.* from unnest($2::text[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
      as n(product_id, day, port, user_name, access_id, team_id, count, rows)
    order by product_id collate "C", day, port collate "C", user_name collate "C", access_id collate "C", team_id collate "C"
    on conflict (organization_id, product_id, day, port, user_name, access_id, team_id)
    do update set count = u.count + excluded.count, rows = u.rows + excluded.rows`,
};

/** Adds changes to the numbers of days, each key once, in one statement. */
export async function addUsage(
  tx: Tx,
  organizationId: OrganizationId,
  changes: readonly UsageChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await runStatement(tx, add, [
    organizationId,
    changes.map(({ productId }) => productId),
    changes.map(({ day }) => day),
    changes.map(({ port }) => port),
    changes.map(({ user }) => user),
    changes.map(({ accessId }) => accessId),
    changes.map(({ teamId }) => teamId),
    changes.map(({ count }) => count),
    changes.map(({ rows }) => rows),
  ]);
}

/** What usage can be grouped by, and its column. */
const groups = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  outputPort: 'port',
  team: 'team_id',
  user: 'user_name',
  access: 'access_id',
} as const;

export type UsageGroup = keyof typeof groups;
export const usageGroups = Object.keys(groups) as UsageGroup[];

/** The usage of a product in a range of days; `to` is the last one. */
export type UsageFilter = {
  productId: string;
  outputPort?: string | undefined;
  from: string;
  to: string;
};

export type UsageEntry = { key: string; count: number; rows: number; lastDay: string };

const matches = `organization_id = $1 and product_id = $2 and day >= $3::date and day <= $4::date
    and ($5::text is null or port = $5) and count > 0`;
const sums = `sum(count)::float8 as count, sum(rows)::float8 as rows, to_char(max(day), 'YYYY-MM-DD') as "lastDay"`;

const valuesOf = (organizationId: OrganizationId, filter: UsageFilter): unknown[] => {
  const { productId, from, to, outputPort } = filter;
  return [organizationId, productId, from, to, outputPort ?? null];
};

const listBy = Object.fromEntries(
  usageGroups.map((group) => [
    group,
    {
      name: `usage-by-${group}`,
      text: `select ${groups[group]} as key, ${sums} from usage_days where ${matches}
        group by 1 order by ${group === 'day' ? '1' : 'count desc, 1'} limit $6 offset $7`,
    },
  ]),
) as Record<UsageGroup, { name: string; text: string }>;

/** The numbers of a product: days in their order, everything else with the highest number first. */
export function listUsage(
  db: Db,
  organizationId: OrganizationId,
  filter: UsageFilter,
  { by, limit, offset }: { by: UsageGroup; limit: number; offset: number },
): Promise<UsageEntry[]> {
  return runStatement(db, listBy[by], [...valuesOf(organizationId, filter), limit, offset]);
}

const total = {
  name: 'usage-total',
  text: `select coalesce(sum(count), 0)::float8 as count, coalesce(sum(rows), 0)::float8 as rows,
      count(distinct user_name) filter (where user_name <> '')::int as users,
      count(distinct team_id) filter (where team_id <> '')::int as teams, to_char(max(day), 'YYYY-MM-DD') as "lastDay"
    from usage_days where ${matches}`,
};

/** `lastDay` is null if the product was not used. */
export type UsageTotal = {
  count: number;
  rows: number;
  users: number;
  teams: number;
  lastDay: string | null;
};

/** The sums of the usage of a product. */
export async function sumUsage(
  db: Db,
  organizationId: OrganizationId,
  filter: UsageFilter,
): Promise<UsageTotal> {
  const rows = await runStatement<UsageTotal>(db, total, valuesOf(organizationId, filter));
  return rows[0] ?? { count: 0, rows: 0, users: 0, teams: 0, lastDay: null };
}

const remove = {
  name: 'usage-days-delete-old',
  text: `delete from usage_days where ctid = any(array(
      select ctid from usage_days where day < $1::timestamptz::date limit $2)) returning 1`,
};

/** Deletes up to `limit` rows of days before this one; returns their number. */
export async function deleteOldUsage(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, remove, [before, limit])).length;
}
