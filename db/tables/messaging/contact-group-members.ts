import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { GroupKey } from './contact-groups.ts';

const find = {
  name: 'contact-group-members-find',
  text: `select g.position from contact_group_members m
    join contact_groups g on g.organization_id = m.organization_id and g.id = m.group_id
    where m.organization_id = $1 and m.contact_id = $2 and m.group_id = $3`,
};

/** Position of the group in that member's list; undefined for others. */
export async function findGroupPosition(
  db: Db,
  { organizationId, id }: GroupKey,
  contactId: string,
): Promise<number | undefined> {
  const key = [organizationId, contactId, id];
  const [row] = await runStatement<{ position: number }>(db, find, key);
  return row?.position;
}

const insert = {
  name: 'contact-group-members-insert',
  text: `insert into contact_group_members (organization_id, group_id, contact_id, position)
    select $1, $2, n.contact_id, $4::bigint + n.place - 1
    from unnest($3::text[]) with ordinality n(contact_id, place)`,
};

/** Adds contacts to the group; the first takes this position, the others the following ones. */
export async function insertGroupMembers(
  tx: Tx,
  { organizationId, id }: GroupKey,
  contactIds: readonly string[],
  position: number,
): Promise<void> {
  await runStatement(tx, insert, [organizationId, id, contactIds, position]);
}

/** Removes these contacts from the group. */
export async function deleteGroupMembers(
  tx: Tx,
  { organizationId, id }: GroupKey,
  contactIds: readonly string[],
): Promise<void> {
  await tx('contact_group_members')
    .where({ organization_id: organizationId, group_id: id })
    .whereIn('contact_id', contactIds)
    .delete();
}
