import {
  countGroupMembers,
  listGroupMembers,
  listGroupsOfUsers,
} from '../../../db/tables/scim/group-members.ts';
import type { GroupOfUser } from '../../../db/tables/scim/group-members.ts';
import type { Db } from '../../../db/connect.ts';
import type { ScimResource } from '../../../db/tables/scim/resources.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { representResource } from '../../../domain/scim/resource/represent.ts';
import { selectAttributes, selects } from '../../../domain/scim/resource/select-attributes.ts';
import type { Selection } from '../../../domain/scim/resource/select-attributes.ts';
import type { ResourceType } from '../../../domain/scim/schemas/resource-types.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

/** Maximum number of members of groups in one page; a page with larger groups has fewer of them. */
const maxMembersOfPage = 20_000;

/** What representations need besides the rows. */
export type Presenting = {
  db: Db;
  organizationId: OrganizationId;
  baseUrl: string;
  selection: Selection;
};

/** The representations of rows of one type; the last groups of a page are left out when it has too many members. */
export async function presentResources(
  type: ResourceType,
  rows: readonly ScimResource[],
  presenting: Presenting,
): Promise<JsonObject[]> {
  const { baseUrl, selection } = presenting;
  const shown = type.kind === 'Group' ? await fitting(type, rows, presenting) : rows;
  const ids = shown.map(({ id }) => id);
  const further = await furtherOf(type, ids, presenting);
  return shown.map((row) =>
    selectAttributes(
      type,
      representResource(type, { ...row, ...further(row.id) }, baseUrl),
      selection,
    ),
  );
}

async function furtherOf(
  type: ResourceType,
  ids: readonly string[],
  { db, organizationId, selection }: Presenting,
) {
  if (type.kind === 'Group') {
    const asked = selects(type, selection, 'members') ? ids : [];
    const members = await listGroupMembers(db, organizationId, asked);
    return (id: string) => ({ memberIds: members.get(id) });
  }
  const asked = selects(type, selection, 'groups') ? ids : [];
  const rows = await listGroupsOfUsers(db, organizationId, asked);
  const groups = new Map<string, GroupOfUser[]>(ids.map((id) => [id, []]));
  for (const row of rows) groups.get(row.userId)?.push(row);
  return (id: string) => ({ groups: groups.get(id) });
}

async function fitting(
  type: ResourceType,
  rows: readonly ScimResource[],
  { db, organizationId, selection }: Presenting,
): Promise<readonly ScimResource[]> {
  if (rows.length < 2 || !selects(type, selection, 'members')) return rows;
  const ids = rows.map(({ id }) => id);
  const counts = await countGroupMembers(db, organizationId, ids);
  let members = 0;
  const end = rows.findIndex(({ id }, at) => {
    members += counts.get(id) ?? 0;
    return at > 0 && members > maxMembersOfPage;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
