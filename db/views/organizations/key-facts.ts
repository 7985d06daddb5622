import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Days for which lists of keys show the use. */
export const shownUseDays = 30;

/** What lists show of a key besides its row. */
export type KeyFacts = {
  id: string;
  teamName: string | null;
  personName: string | null;
  requests: number;
  failed: number;
  /** Days with requests, as YYYY-MM-DD in UTC, and the requests of each. */
  days: string[];
  counts: number[];
};

const list = {
  name: 'key-facts-list',
  text: `select k.id, t.name as "teamName", p.name as "personName", u.requests, u.failed, u.days, u.counts
    from api_keys k
    left join documents t on t.organization_id = k.organization_id and t.kind = 'team' and t.id = k.team_id
    left join people p on p.organization_id = k.organization_id and p.email = lower(k.email)
    cross join lateral (
      select coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(failed), 0)::float8 as failed,
        coalesce(array_agg(day::text order by day), '{}') as days,
        coalesce(array_agg(requests::float8 order by day), '{}') as counts
      from api_key_uses
      where organization_id = k.organization_id and api_key_id = k.id and day > $3::date - ${shownUseDays}) u
    where k.organization_id = $1 and k.id = any($2)`,
};

/** Names and use of these keys, by their ids, up to this day (YYYY-MM-DD, UTC). */
export async function listKeyFacts(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
  today: string,
): Promise<Map<string, KeyFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await runStatement<KeyFacts>(db, list, [organizationId, ids, today]);
  return new Map(rows.map((facts) => [facts.id, facts]));
}
