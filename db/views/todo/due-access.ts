import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { accessProducts } from '../../tables/access/access.ts';
import type { Listed } from './listed.ts';
import { shownJoins } from '../access/shown.ts';
import { listPersonNames } from '../organizations/person-names.ts';

/** Why an access is due: its end or reassessment comes soon, or a grant is not as agreed. */
export const dueKinds = ['alert', 'reassess', 'ends'] as const;
export type DueKind = (typeof dueKinds)[number];

/** An access that somebody should look at. */
export type DueAccess = {
  kind: DueKind;
  accessId: string;
  /** When the alert was raised, the day of the reassessment, or the end. */
  at: Date;
  /** Message of the alert. */
  message: string | null;
  dataProductId: string;
  dataProductName: string | null;
  outputPortName: string | null;
  providerTeamName: string | null;
  consumerName: string | null;
};

/** Sides of accesses whose due dates are listed; undefined: every access of the organization. */
export type DueSides = {
  providers: readonly string[] | undefined;
  /** Ids of teams, and `consumingPerson`. */
  consumers: readonly string[] | undefined;
};

const sideOf = (column: string, parameter: string, isLimited: boolean): string =>
  isLimited ? `and ${column} = any(${parameter}::text[])` : `and ${parameter}::text[] is null`;

const consumer = (isLimited: boolean): string =>
  isLimited
    ? `and (coalesce(c.owner_id, a.consumer_team_id) = any($3::text[]) or 'user/' || lower(a.consumer_user_id) = any($3::text[]))`
    : 'and $3::text[] is null';

/** Each part reads its own partial index; names are joined for the listed accesses only. */
function statementOf({ providers, consumers }: DueSides): Statement {
  const provides = sideOf(
    'coalesce(p.owner_id, a.provider_team_id)',
    '$2',
    providers !== undefined,
  );
  return {
    name: `todo-due-${providers ? 'teams' : 'all'}-${consumers ? 'teams' : 'all'}`,
    text: `with due as (
      select a.id, 'alert' as kind, k.raised_at as at, k.message, 1 as rank
      from access_alerts k join access a on a.organization_id = k.organization_id and a.id = k.access_id ${accessProducts}
      where k.organization_id = $1 and k.resolved_at is null ${provides}
      union all
      select a.id, 'reassess', a.reassess_on::timestamp at time zone 'UTC', null, 2
      from access a ${accessProducts}
      where a.organization_id = $1 and a.state = 'active' and a.reassess_on is not null
        and a.reassess_on <= ($4::timestamptz at time zone 'UTC')::date ${provides}
      union all
      select a.id, 'ends', a.deactivate_at, null, 3
      from access a ${accessProducts}
      where a.organization_id = $1 and a.state = 'active' and a.deactivate_at is not null
        and a.deactivate_at <= $4::timestamptz ${consumer(consumers !== undefined)}),
    page as (select due.*, (count(*) over ())::int as total from due order by rank, at, id limit $5)
    select page.kind, page.id as "accessId", page.at, page.message, page.total,
      a.provider_product_id as "dataProductId", p.name as "dataProductName",
      coalesce(a.provider_port_name, a.provider_port_id) as "outputPortName", pt.name as "providerTeamName",
      coalesce(c.name, ct.name, a.consumer_user_id, a.consumer_team_id) as "consumerName",
      case when c.name is null and ct.name is null then lower(a.consumer_user_id) end as person
    from page join access a on a.organization_id = $1 and a.id = page.id ${shownJoins}
    order by page.rank, page.at, page.id`,
  };
}

/** Open alerts first, then reassessments and ends until an instant, the soonest first. */
export async function listDueAccess(
  db: Db,
  organizationId: OrganizationId,
  sides: DueSides,
  { until, limit }: { until: Date; limit: number },
): Promise<Listed<DueAccess>[]> {
  const values = [organizationId, sides.providers, sides.consumers, until, limit];
  type Row = Listed<DueAccess> & { person: string | null };
  const rows = await runStatement<Row>(db, statementOf(sides), values);
  const people = rows.flatMap(({ person }) => person ?? []);
  const names = await listPersonNames(db, organizationId, people);
  return rows.map(({ person, ...row }) => ({
    ...row,
    consumerName: names.get(person ?? '')?.name ?? row.consumerName,
  }));
}
