import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Recursive query `pairs` of the kinds and types of stored events: one look at the index for each. */
export const eventPairs = `pairs as (
      (select subject_kind, type from events where organization_id = $1 order by subject_kind, type limit 1)
      union all
      select n.subject_kind, n.type from pairs p cross join lateral (
        select subject_kind, type from events
        where organization_id = $1 and (subject_kind, type) > (p.subject_kind, p.type)
        order by subject_kind, type limit 1) n)`;

const list = {
  name: 'events-kinds',
  text: `with recursive ${eventPairs}
    select subject_kind as kind, array_agg(type order by type) as types from pairs group by 1 order by 1`,
};

/** The kinds of subjects of stored events, with the types that occur; one look at the index for each type. */
export function listEventKinds(
  db: Db,
  organizationId: OrganizationId,
): Promise<{ kind: string; types: string[] }[]> {
  return runStatement<{ kind: string; types: string[] }>(db, list, [organizationId]);
}
