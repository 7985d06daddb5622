import { toAccess } from '../../../domain/access/access.ts';
import type { Access } from '../../../domain/access/access.ts';
import { reminderMembers } from '../../../domain/access/reminders.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { accessColumns, accessProducts } from '../../tables/access/access.ts';
import type { WalkPosition } from '../../tables/feed/walk-position.ts';

/** An active access with a future date, and a team on one side that wants reminders of such dates. */
export type ReminderCandidate = {
  organizationId: OrganizationId;
  access: Access;
  teamId: string;
  expiryDays: string | undefined;
  reassessmentDays: string | undefined;
};

const list = {
  name: 'access-reminders-list',
  text: `select a.organization_id as "organizationId", t.id as "teamId", r.body->'custom'->>'${reminderMembers.expiry}' as "expiryDays",
      r.body->'custom'->>'${reminderMembers.reassessment}' as "reassessmentDays", ${accessColumns}
    from (
      select * from access
      where state = 'active' and (end_on is not null or reassess_on is not null)
        and (organization_id, id) > ($1::uuid, $2::text)
      order by organization_id, id limit $3) a ${accessProducts}
    join documents t on t.organization_id = a.organization_id and t.kind = 'team'
      and t.id in (coalesce(p.owner_id, a.provider_team_id), coalesce(c.owner_id, a.consumer_team_id))
    join document_revisions r on r.organization_id = t.organization_id and r.kind = t.kind and r.id = t.id and r.revision = t.revision
    where json_typeof(r.body->'custom') = 'object'
      and coalesce(r.body->'custom'->>'${reminderMembers.expiry}', r.body->'custom'->>'${reminderMembers.reassessment}') is not null
    order by a.organization_id, a.id, t.id`,
};

const lastOfPage = {
  name: 'access-reminders-page',
  text: `select organization_id as "organizationId", id from access
    where state = 'active' and (end_on is not null or reassess_on is not null) and (organization_id, id) > ($1::uuid, $2::text)
    order by organization_id, id offset $3 limit 1`,
};

/**
 * Candidates among the next `limit` accesses with a date, and where the page ends; no position after the last
 * page.
 */
export async function listReminderCandidates(
  db: Db,
  after: WalkPosition,
  limit: number,
): Promise<{ candidates: ReminderCandidate[]; next: WalkPosition | undefined }> {
  const values = [after.organizationId, after.id];
  const rows = await runStatement<ReminderCandidate>(db, list, [...values, limit]);
  const [next] = await runStatement<WalkPosition>(db, lastOfPage, [...values, limit - 1]);
  return {
    next,
    candidates: rows.map(({ organizationId, teamId, expiryDays, reassessmentDays, ...row }) => ({
      organizationId: asOrganizationId(organizationId),
      teamId,
      expiryDays: expiryDays ?? undefined,
      reassessmentDays: reassessmentDays ?? undefined,
      access: toAccess(row),
    })),
  };
}
