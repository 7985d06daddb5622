import type { StoredGroup } from '../../../domain/messaging/group.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one group. */
export type GroupKey = { organizationId: OrganizationId; id: string };

/** Stores a group without members. */
export async function insertGroup(
  tx: Tx,
  organizationId: OrganizationId,
  group: StoredGroup,
  position: number,
): Promise<void> {
  await tx('contact_groups').insert({
    organization_id: organizationId,
    id: group.id,
    position,
    name: group.name,
    description: group.description,
    avatar_url: group.avatarUrl,
    created_by: group.createdBy,
    created_at: group.createdAt,
    archived_at: group.archivedAt,
  });
}

/** Updates the profile of a group. */
export async function updateGroup(
  tx: Tx,
  { organizationId, id }: GroupKey,
  group: Pick<StoredGroup, 'name' | 'description' | 'avatarUrl' | 'archivedAt'>,
): Promise<void> {
  await tx('contact_groups').where({ organization_id: organizationId, id }).update({
    name: group.name,
    description: group.description,
    avatar_url: group.avatarUrl,
    archived_at: group.archivedAt,
  });
}

/** Deletes groups with their memberships. */
export async function deleteGroups(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  await tx('contact_groups').where('organization_id', organizationId).whereIn('id', ids).delete();
}

const handOver = {
  name: 'contact-groups-hand-over',
  text: `with heirs as (
      select g.id, (
        select o.contact_id from contact_group_members o
        where o.organization_id = $1 and o.group_id = g.id and o.contact_id <> $2
        order by o.position limit 1) as heir
      from contact_group_members m
      join contact_groups g on g.organization_id = m.organization_id and g.id = m.group_id
      where m.organization_id = $1 and m.contact_id = $2 and g.created_by = $2),
    talks as (
      update conversations c set created_by = h.heir from heirs h
      where c.organization_id = $1 and c.group_id = h.id and c.deleted_at is null and h.heir is not null),
    handed as (
      update contact_groups g set created_by = h.heir from heirs h
      where g.organization_id = $1 and g.id = h.id and h.heir is not null)
    select id from heirs where heir is null`,
};

/**
 * Hands each group that the contact created over to its earliest other member, so that it can still be edited;
 * returns the groups without another member.
 */
export async function handOverGroups(
  tx: Tx,
  organizationId: OrganizationId,
  contactId: string,
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(tx, handOver, [organizationId, contactId]);
  return rows.map(({ id }) => id);
}
