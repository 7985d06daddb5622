import type { StoredContact } from '../../../domain/messaging/contact.ts';
import type { StoredGroup } from '../../../domain/messaging/group.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { definePositionList, readPositionList } from '../../position-list.ts';
import type { PositionPage } from '../../position-list.ts';
import { runStatement } from '../../statement.ts';
import type { GroupKey } from '../../tables/messaging/contact-groups.ts';
import { contactColumns } from '../../tables/messaging/contacts.ts';

const columns = `g.id, g.name, g.description, g.avatar_url as "avatarUrl", g.created_by as "createdBy",
      g.created_at as "createdAt", g.archived_at as "archivedAt", (
        select k.id from conversations k
        where k.organization_id = g.organization_id and k.group_id = g.id and k.deleted_at is null
      ) as "conversationId"`;

/** Groups of the contact $2. */
const select = `select ${columns} from contact_group_members m
    join contact_groups g on g.organization_id = m.organization_id and g.id = m.group_id
    where m.organization_id = $1 and m.contact_id = $2`;

const find = { name: 'groups-find', text: `${select} and m.group_id = $3` };

type GroupRow = Omit<StoredGroup, 'contacts'>;

/** The group, for one of its members; undefined for others. */
export async function findGroup(
  db: Db,
  { organizationId, id }: GroupKey,
  contactId: string,
): Promise<StoredGroup | undefined> {
  const rows = await runStatement<GroupRow>(db, find, [organizationId, contactId, id]);
  const [group] = await withContacts(db, organizationId, rows);
  return group;
}

const list = definePositionList('groups-list', select, { column: 'g.position', parameters: 2 });

/** A page of the groups of the contact, in the order of their creation. */
export async function listGroups(
  db: Db,
  { organizationId, contactId }: { organizationId: OrganizationId; contactId: string },
  page: PositionPage,
): Promise<StoredGroup[]> {
  const rows = await readPositionList<GroupRow>(db, list, [organizationId, contactId], page);
  return withContacts(db, organizationId, rows);
}

const listByIds = {
  name: 'groups-list-by-ids',
  text: `select ${columns} from contact_groups g
    where g.organization_id = $1 and g.id = any($2) order by g.position`,
};

/** These groups in the order of their creation, without a check of membership. */
export async function listGroupsByIds(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<StoredGroup[]> {
  const rows = await runStatement<GroupRow>(db, listByIds, [organizationId, ids]);
  return withContacts(db, organizationId, rows);
}

const listMembers = {
  name: 'groups-list-members',
  text: `select m.group_id as "groupId", ${contactColumns} from contact_group_members m
    join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
    where m.organization_id = $1 and m.group_id = any($2) order by m.position`,
};

async function withContacts(
  db: Db,
  organizationId: OrganizationId,
  groups: readonly GroupRow[],
): Promise<StoredGroup[]> {
  if (groups.length === 0) return [];
  type MemberRow = StoredContact & { groupId: string };
  const ids = groups.map(({ id }) => id);
  const rows = await runStatement<MemberRow>(db, listMembers, [organizationId, ids]);
  const members = new Map<string, StoredContact[]>(ids.map((id) => [id, []]));
  for (const { groupId, ...contact } of rows) members.get(groupId)?.push(contact);
  return groups.map((group) => ({ ...group, contacts: members.get(group.id) ?? [] }));
}
