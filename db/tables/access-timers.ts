import { asOrganizationId } from '../../domain/principal.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

const listMissing = {
  name: 'access-timers-list-missing',
  text: `select a.organization_id as "organizationId", a.id,
      case a.state when 'upcoming' then a.activate_at else a.deactivate_at end as "dueAt"
    from access a
    where ((a.state = 'upcoming' and a.activate_at is not null) or (a.state = 'active' and a.deactivate_at is not null))
      and not exists (select 1 from work w where w.organization_id = a.organization_id and w.kind = 'access-timers'
        and w.key = a.id and w.state = 'QUEUED')
      and not exists (select 1 from work w where w.state = 'RUNNING' and w.lease_until is not null and w.kind = 'access-timers'
        and w.organization_id = a.organization_id and w.key = a.id)
    order by 3 limit $1`,
};

/** Accesses that wait for a time and have no timer, because somebody cancelled its work. */
export async function listMissingTimers(
  db: Db,
  limit: number,
): Promise<{ organizationId: OrganizationId; id: string; dueAt: Date }[]> {
  const rows = await runStatement<{ organizationId: string; id: string; dueAt: Date }>(
    db,
    listMissing,
    [limit],
  );
  return rows.map((row) => ({ ...row, organizationId: asOrganizationId(row.organizationId) }));
}
