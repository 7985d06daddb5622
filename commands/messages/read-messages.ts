import type { Database } from '../../db/connect.ts';
import { insertReads, listUnread } from '../../db/tables/messaging/message-reads.ts';
import { recordMessagingEvents } from '../../db/tables/messaging/messaging-event-batches.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { findMessages } from '../../db/views/messaging/messages.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { messageObject } from '../../domain/messaging/message.ts';

export type ReadMessages = {
  caller: Caller;
  requestId: string | undefined;
  messageIds: readonly string[];
  now: Date;
  publicUrl: string;
};

/**
 * Records that the caller has read messages of others, with events for messages read for the first time. Messages already read by
 * the caller cost one query.
 */
export async function readMessages(
  database: Database,
  { caller, requestId, messageIds, now, publicUrl }: ReadMessages,
): Promise<void> {
  const { organizationId } = caller;
  const reading = { organizationId, contactId: caller.contact.id, messageIds };
  const unread = await listUnread(database.knex, reading);
  if (unread.length === 0) return;
  await transactMessaging(database, organizationId, async (tx) => {
    const first = await insertReads(tx, { ...reading, messageIds: unread }, now);
    if (first.length === 0) return;
    const messages = await findMessages(tx, organizationId, first);
    const cause = {
      organizationId,
      type: 'message.updated',
      principal: contactPrincipal(caller.contact.id),
      requestId,
      now,
    } as const;
    const events = messages.map((message) => ({
      subjectId: message.id,
      conversationId: message.conversationId,
      data: messageObject(message, { publicUrl }),
    }));
    await recordMessagingEvents(tx, cause, events);
  });
}
