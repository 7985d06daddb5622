import type { Database } from '../../db/connect.ts';
import { insertGroupMembers } from '../../db/tables/messaging/contact-group-members.ts';
import { insertGroup } from '../../db/tables/messaging/contact-groups.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { nextPositions } from '../../db/tables/messaging/messaging-heads.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { groupObject, groupWriteSchema } from '../../domain/messaging/group.ts';
import type { GroupWrite, StoredGroup } from '../../domain/messaging/group.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { beginConversation } from './begin-conversation.ts';
import type { GroupRequest } from './group-request.ts';
import { resolveContacts } from './resolve-contacts.ts';

export type CreateGroup = GroupRequest & {
  /** Checked here against `groupWriteSchema`. */
  body: unknown;
};

/**
 * Creates a group of the caller and these contacts, and its conversation. Refuses with `invalid_body`, and with
 * `unknown_reference` if a contact does not exist.
 */
export function createGroup(
  database: Database,
  { caller, requestId, body, now }: CreateGroup,
): Promise<StoredGroup> {
  const checked: GroupWrite = assertValid(groupWriteSchema, body, 'invalid_body');
  const { organizationId, contact: creator } = caller;
  return transactAsCaller(database, caller, async (tx) => {
    const names = [creator.id, ...(checked.contacts ?? [])];
    const contacts = await resolveContacts(tx, organizationId, names);
    const group: StoredGroup = {
      id: newMessagingId(),
      name: checked.name,
      description: checked.description ?? null,
      avatarUrl: checked.avatar_url ?? null,
      conversationId: newMessagingId(),
      contacts,
      createdBy: creator.id,
      createdAt: now,
      archivedAt: null,
    };
    const position = await recordMessagingEvent(tx, {
      organizationId,
      type: 'group.created',
      subjectId: group.id,
      conversationId: null,
      principal: contactPrincipal(creator.id),
      requestId,
      data: groupObject(group),
      now,
    });
    await insertGroup(tx, organizationId, group, position);
    const memberIds = contacts.map(({ id }) => id);
    const positions = await nextPositions(tx, organizationId, memberIds.length);
    await insertGroupMembers(tx, { organizationId, id: group.id }, memberIds, positions);
    const parties = { groupId: group.id, contactIds: undefined };
    const talk = { caller, parties, memberIds, requestId, now };
    await beginConversation(tx, { ...talk, id: group.conversationId as string });
    return group;
  });
}
