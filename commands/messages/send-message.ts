import type { Database, Db } from '../../db/connect.ts';
import { insertMessage } from '../../db/tables/messaging/messages.ts';
import { completeMessagingEvent } from '../../db/tables/messaging/messaging-event-batches.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import type { MessageObject } from '../../domain/messaging/message.ts';
import { readMessageCreate } from '../../domain/messaging/message-write.ts';
import { attachTo } from './attach-to-message.ts';
import { prepareAttachments } from './prepare-attachments.ts';
import { refuseUnknownConversation } from '../contacts/conversation-request.ts';

export type SendMessage = {
  caller: Caller;
  requestId: string | undefined;
  /** Checked here against `messageCreateSchema`. */
  body: unknown;
  now: Date;
  publicUrl: string;
};

/**
 * Sends a message to a conversation of the caller. Refuses with `invalid_body`, and with `not_found` if the caller has no such
 * conversation.
 */
export async function sendMessage(
  database: Database,
  request: SendMessage,
): Promise<MessageObject> {
  const { caller, body, now, publicUrl } = request;
  const { conversation_id: conversationId, message, attachments = [] } = readMessageCreate(body);
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

/** Returns the position of the message. */
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

/** The message is stored first, because its attachments refer to it. */
function sendWithAttachments(
  database: Database,
  request: SendMessage,
  object: MessageObject,
  requested: readonly unknown[],
): Promise<MessageObject> {
  const { caller } = request;
  const { organizationId } = caller;
  return transactMessaging(database, organizationId, async (tx) => {
    const position = await insert(tx, request, object);
    const plan = await prepareAttachments(tx, caller, requested);
    const message = { id: object.id, conversationId: object.conversation_id };
    const carried = await attachTo(tx, { ...request, message }, plan);
    const attachments = carried.map((attachment) => attachmentObject(attachment, request));
    const complete = { ...object, attachments };
    await completeMessagingEvent(tx, { organizationId, position }, complete);
    return complete;
  });
}
