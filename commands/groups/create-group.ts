import type { Database } from '../../db/connect.ts';
import { insertGroupMembers } from '../../db/tables/contact-group-members.ts';
import { insertGroup } from '../../db/tables/contact-groups.ts';
import { recordMessagingEvent } from '../../db/tables/messaging-events.ts';
import { nextPositions } from '../../db/tables/messaging-heads.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { groupObject, groupWriteSchema } from '../../domain/messaging/group.ts';
import type { GroupWrite, StoredGroup } from '../../domain/messaging/group.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { assertValid } from '../../domain/validation.ts';
import { transactAsCaller } from '../contacts/transact-as-caller.ts';
import { beginConversation } from '../conversations/begin-conversation.ts';
import type { GroupRequest } from './group-request.ts';
import { resolveContacts } from './resolve-contacts.ts';

export type CreateGroup = GroupRequest & {
  /** Checked here against `groupWriteSchema`. */
  wish: unknown;
};

/**
 * Makes a group of the caller and these contacts, and its conversation. Refuses with `invalid_body`, and with
 * `unknown_reference` contacts that there are not.
 */
export function createGroup(
  database: Database,
  { caller, requestId, wish, now }: CreateGroup,
): Promise<StoredGroup> {
  const checked: GroupWrite = assertValid(groupWriteSchema, wish, 'invalid_body');
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
    const places = await nextPositions(tx, organizationId, memberIds.length);
    await insertGroupMembers(tx, { organizationId, id: group.id }, memberIds, places);
    const parties = { groupId: group.id, contactIds: undefined };
    const talk = { caller, parties, memberIds, requestId, now };
    await beginConversation(tx, { ...talk, id: group.conversationId as string });
    return group;
  });
}
