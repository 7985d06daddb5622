import type { Database, Db } from '../../db/connect.ts';
import { insertMessage } from '../../db/tables/messages.ts';
import { completeMessagingEvent } from '../../db/tables/messaging-event-batches.ts';
import { transactMessaging } from '../../db/tables/messaging-heads.ts';
import { attachmentObject } from '../../domain/messaging/attachment.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import type { MessageObject } from '../../domain/messaging/message.ts';
import { readMessageCreate } from '../../domain/messaging/message-write.ts';
import { attachTo } from '../attachments/attach-to-message.ts';
import { prepareAttachments } from '../attachments/prepare-attachments.ts';
import { refuseUnknownConversation } from '../conversations/conversation-request.ts';

export type SendMessage = {
  caller: Caller;
  requestId: string | undefined;
  /** Checked here against `messageCreateSchema`. */
  wish: unknown;
  now: Date;
  publicUrl: string;
};

/**
 * Sends a message to a conversation of the caller. Refuses with `invalid_body` what is no message, and with `not_found` when
 * the caller has no such conversation.
 */
export async function sendMessage(
  database: Database,
  request: SendMessage,
): Promise<MessageObject> {
  const { caller, wish, now, publicUrl } = request;
  const { conversation_id: conversationId, message, attachments = [] } = readMessageCreate(wish);
  const object = messageObject(
    {
      id: newMessagingId(),
      conversationId,
      contact: caller.contact,
      message,
      reactions: [],
      attachments: [],
      readAt: null,
      createdAt: now,
      updatedAt: null,
    },
    { publicUrl },
  );
  if (attachments.length > 0) return sendWithAttachments(database, request, object, attachments);
  await insert(database.knex, request, object);
  database.signals.send('messaging_changed');
  return object;
}

/** Answers its position. */
async function insert(
  db: Db,
  { caller, requestId, now }: SendMessage,
  object: MessageObject,
): Promise<number> {
  const position = await insertMessage(db, {
    organizationId: caller.organizationId,
    id: object.id,
    conversationId: object.conversation_id,
    contactId: caller.contact.id,
    message: object.message,
    requestId,
    eventData: JSON.stringify(object),
    now,
  });
  return position ?? refuseUnknownConversation(object.conversation_id);
}

/** What is attached refers to the message, which therefore is stored first. */
function sendWithAttachments(
  database: Database,
  request: SendMessage,
  object: MessageObject,
  wish: readonly unknown[],
): Promise<MessageObject> {
  const { caller } = request;
  const { organizationId } = caller;
  return transactMessaging(database, organizationId, async (tx) => {
    const position = await insert(tx, request, object);
    const plan = await prepareAttachments(tx, caller, wish);
    const message = { id: object.id, conversationId: object.conversation_id };
    const carried = await attachTo(tx, { ...request, message }, plan);
    const attachments = carried.map((attachment) => attachmentObject(attachment, request));
    const complete = { ...object, attachments };
    await completeMessagingEvent(tx, { organizationId, position }, complete);
    return complete;
  });
}
