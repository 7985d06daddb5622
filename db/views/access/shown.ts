import { toAccess } from '../../../domain/access/access.ts';
import type { ShownAccess } from '../../../domain/access/access.ts';
import { batched } from '../../batched.ts';
import { runStatement } from '../../statement.ts';
import { accessColumns, accessProducts } from '../../tables/access/access.ts';
import type { AccessKey } from '../../tables/access/access.ts';
import { principalName } from '../organizations/principal-name.ts';

/** Columns of an access with the current names of its teams, products and people. */
export const shownColumns = `${accessColumns}, p.name as "providerProductName", c.name as "consumerProductName",
    pt.name as "providerTeamName", ct.name as "consumerTeamName",
    ${principalName('a.organization_id', 'a.requested_by')} as "requestedByName",
    ${principalName('a.organization_id', 'a.decided_by')} as "decidedByName"`;

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

/** The access as it is now, with its names. */
export const findShownAccess = batched<AccessKey, ShownAccess>(
  { maxRunning: 4 },
  async (db, keys) => {
    const rows = await runStatement<ShownAccess & { n: number }>(db, find, [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ id }) => id),
    ]);
    const found = new Map(rows.map(({ n, ...row }) => [n, toAccess(row) as ShownAccess]));
    return keys.map((_, index) => found.get(index + 1));
  },
);
