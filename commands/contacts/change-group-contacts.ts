import type { Tx } from '../../db/connect.ts';
import {
  deleteGroupMembers,
  insertGroupMembers,
} from '../../db/tables/messaging/contact-group-members.ts';
import {
  deleteConversationMembers,
  insertConversationMembers,
} from '../../db/tables/messaging/conversation-members.ts';
import { nextPositions } from '../../db/tables/messaging/messaging-heads.ts';
import type { StoredGroup } from '../../domain/messaging/group.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/**
 * Sets the contacts of the group and the members of its conversation to those of `group`; earlier messages count as read for new
 * members.
 */
export async function changeGroupContacts(
  tx: Tx,
  organizationId: OrganizationId,
  { former, group }: { former: StoredGroup; group: StoredGroup },
): Promise<void> {
  const key = { organizationId, id: group.id };
  const leaving = idsOnlyIn(former, group);
  const joining = idsOnlyIn(group, former);
  const conversationId = group.conversationId ?? undefined;
  if (leaving.length > 0) {
    await deleteGroupMembers(tx, key, leaving);
    if (conversationId !== undefined) {
      await deleteConversationMembers(tx, { organizationId, conversationId }, leaving);
    }
  }
  if (joining.length === 0) return;
  const position = await nextPositions(tx, organizationId, joining.length);
  await insertGroupMembers(tx, key, joining, position);
  if (conversationId === undefined) return;
  await insertConversationMembers(tx, { organizationId, conversationId }, joining, position);
}

function idsOnlyIn({ contacts }: StoredGroup, other: StoredGroup): string[] {
  const others = new Set(other.contacts.map(({ id }) => id));
  return contacts.map(({ id }) => id).filter((id) => !others.has(id));
}
