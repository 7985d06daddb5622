import type { Database } from '../../db/connect.ts';
import { deleteMessage as deleteStored } from '../../db/tables/messaging/messages.ts';
import {
  recordMessagingEvent,
  scrubMessagingEvents,
} from '../../db/tables/messaging/messaging-events.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { findConversation } from '../../db/views/messaging/conversations.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { sharedConversation } from '../../domain/messaging/conversation.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import { detach } from './attach-to-message.ts';
import type { Preconditions } from '../preconditions.ts';
import { getMessage } from './get-message.ts';
import { assertAsRead } from './message-conditions.ts';

export type DeleteMessage = {
  caller: Caller;
  requestId: string | undefined;
  id: string;
  conditions: Preconditions;
  now: Date;
  publicUrl: string;
};

/**
 * Deletes a message and its attachments permanently; earlier events no longer show its content. Allowed for its author and the
 * contact who began the conversation; refuses others with `permission_denied`, with `not_found` if the caller cannot see the
 * message, and with `precondition_failed`.
 */
export function deleteMessage(
  database: Database,
  { caller, requestId, id, conditions, now, publicUrl }: DeleteMessage,
): Promise<void> {
  const { organizationId } = caller;
  const contactId = caller.contact.id;
  return transactMessaging(database, organizationId, async (tx) => {
    const message = await getMessage(tx, caller, id);
    const { conversationId, contact, attachments } = message;
    const conversation = await findConversation(tx, { organizationId, conversationId, contactId });
    if (contact.id !== contactId && conversation?.createdBy !== contactId) {
      const who = `${contact.username} (the author) or the contact who began the conversation`;
      refuse('permission_denied', `Only ${who} can delete it.`);
    }
    assertAsRead(conditions, messageObject(message, { publicUrl }));
    const change = { caller, message: { id, conversationId }, requestId, now, publicUrl };
    await detach(tx, change, attachments);
    await deleteStored(tx, { organizationId, id });
    await scrubMessagingEvents(tx, organizationId, [id]);
    const about = { organizationId, principal: contactPrincipal(contactId), requestId, now };
    await recordMessagingEvent(tx, {
      ...about,
      type: 'message.deleted',
      subjectId: id,
      conversationId,
      data: { id, conversation_id: conversationId, deleted: true },
    });
    if (conversation?.pinnedMessageId !== id) return;
    await recordMessagingEvent(tx, {
      ...about,
      type: 'conversation.updated',
      subjectId: conversationId,
      conversationId,
      data: sharedConversation({ ...conversation, pinnedMessageId: null }, contactId),
    });
  });
}
