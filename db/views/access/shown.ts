import { toAccess } from '../../../domain/access/access.ts';
import type { NamedAccess, PeopleNames, ShownAccess } from '../../../domain/access/access.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { accessColumns, accessProducts } from '../../tables/access/access.ts';
import type { AccessKey } from '../../tables/access/access.ts';
import { listPersonNames } from '../organizations/person-names.ts';
import { listPrincipalNames } from '../organizations/principal-names.ts';

/** Columns of an access with the current names of its teams and products. */
export const shownColumns = `${accessColumns}, p.name as "providerProductName", c.name as "consumerProductName",
    pt.name as "providerTeamName", ct.name as "consumerTeamName"`;

/** The limit keeps Postgres from comparing all accesses of a page with all teams while it has no statistics. */
const team = (name: string, id: string): string => `left join lateral (
      select name from documents where organization_id = a.organization_id and kind = 'team' and id = ${id} limit 1) ${name} on true`;

/** Follows `access a` in FROM: the products and teams of both sides. */
export const shownJoins = `${accessProducts}
    ${team('pt', 'coalesce(p.owner_id, a.provider_team_id)')}
    ${team('ct', 'coalesce(c.owner_id, a.consumer_team_id)')}`;

const find = {
  name: 'access-find-shown',
  text: `select k.n::int as n, ${shownColumns}
    from unnest($1::uuid[], $2::text[]) with ordinality as k(organization_id, id, n)
    join access a on a.organization_id = k.organization_id and a.id = k.id ${shownJoins}`,
};

const findNamed = batched<AccessKey, NamedAccess>({ maxRunning: 4 }, async (db, keys) => {
  const rows = await runStatement<object & { n: number }>(db, find, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ id }) => id),
  ]);
  const found = new Map(rows.map(({ n, ...row }) => [n, toAccess(row) as NamedAccess]));
  return keys.map((_, index) => found.get(index + 1));
});

/** The access as it is now, with its names. */
export async function findShownAccess(db: Db, key: AccessKey): Promise<ShownAccess | undefined> {
  const access = await findNamed(db, key);
  if (!access) return undefined;
  const [shown] = await namePeople(db, key.organizationId, [access]);
  return shown;
}

/** Adds the names of people and keys on both sides; those of all accesses are read at once. */
export async function namePeople<Row extends NamedAccess>(
  db: Db,
  organizationId: OrganizationId,
  accesses: readonly Row[],
): Promise<(Row & PeopleNames)[]> {
  const authors = accesses.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]);
  const known = authors.filter((author) => author !== undefined);
  const consumers = accesses.flatMap(({ consumerUserId }) => consumerUserId?.toLowerCase() ?? []);
  const [names, people] = await Promise.all([
    listPrincipalNames(db, organizationId, known),
    listPersonNames(db, organizationId, consumers),
  ]);
  return accesses.map((access) => ({
    ...access,
    requestedByName: names.get(access.requestedBy ?? ''),
    decidedByName: names.get(access.decidedBy ?? ''),
    consumerUserName: people.get(access.consumerUserId?.toLowerCase() ?? '')?.name ?? undefined,
  }));
}
