import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WalkPosition } from '../feed/walk-position.ts';

const listMissing = {
  name: 'access-timers-list-missing',
  text: `select a.organization_id as "organizationId", a.id, a."dueAt", w.id is null as missing
    from (
      select organization_id, id, case state when 'upcoming' then activate_at else deactivate_at end as "dueAt"
      from access
      where (state = 'upcoming' or (state = 'active' and deactivate_at is not null))
        and (organization_id, id) > ($1::uuid, $2::text)
      order by organization_id, id limit $3) a
    left join lateral (
      select id from work w where w.organization_id = a.organization_id and w.kind = 'access-timers' and w.key = a.id
        and w.state = 'QUEUED' limit 1) w on true
    order by a.organization_id, a.id`,
};

/** An access with a timer. */
export type TimedAccess = { organizationId: OrganizationId; id: string; dueAt: Date };

/**
 * Among the next `limit` accesses with a timer, those whose timer has no queued work, because it was cancelled
 * or is being applied. Also returns where the page ends, unless it is the last.
 */
export async function listMissingTimers(
  db: Db,
  after: WalkPosition,
  limit: number,
): Promise<{ missing: TimedAccess[]; next: WalkPosition | undefined }> {
  type Row = { organizationId: string; id: string; dueAt: Date; missing: boolean };
  const rows = await runStatement<Row>(db, listMissing, [after.organizationId, after.id, limit]);
  return {
    missing: rows
      .filter(({ missing }) => missing)
      .map(({ organizationId, id, dueAt }) => ({
        organizationId: asOrganizationId(organizationId),
        id,
        dueAt,
      })),
    next: rows.length < limit ? undefined : rows.at(-1),
  };
}
