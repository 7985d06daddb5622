import {
  recordMessagingEvent,
  scrubMessagingEvents,
} from '../../../../db/tables/messaging/messaging-events.ts';
import { transactMessaging } from '../../../../db/tables/messaging/messaging-heads.ts';
import { contactPrincipal } from '../../../../domain/messaging/caller.ts';
import type { MessagingEventType } from '../../../../domain/messaging/event-types.ts';
import { newMessagingId } from '../../../../domain/messaging/ids.ts';
import { messageObject } from '../../../../domain/messaging/message.ts';
import type { MessageObject } from '../../../../domain/messaging/message.ts';
import type { TestApi } from '../../http/api.ts';
import type { Person } from './messaging.ts';

/** A message in the form of its events, without a stored message: for tests about events. */
export function eventMessage(
  author: Person,
  conversationId: string,
  more: Partial<MessageObject> = {},
): MessageObject {
  const message = {
    id: newMessagingId(),
    conversationId,
    position: 0,
    contact: author,
    message: 'It’s a nice night for a neck injury 🙂',
    reactions: [],
    attachments: [],
    readAt: null,
    createdAt: new Date(),
    updatedAt: null,
  };
  return { ...messageObject(message, { publicUrl: 'http://concordat.test' }), ...more };
}

/** Records an event of this object; returns its position. */
export function emitEvent(
  { database }: Pick<TestApi, 'database'>,
  author: Person,
  type: MessagingEventType,
  data: { id: string; conversation_id?: string },
): Promise<number> {
  const { organizationId } = author;
  return transactMessaging(database, organizationId, (tx) =>
    recordMessagingEvent(tx, {
      organizationId,
      type,
      subjectId: data.id,
      conversationId: data.conversation_id ?? null,
      principal: contactPrincipal(author.id),
      requestId: undefined,
      data,
      now: new Date(),
    }),
  );
}

/** Removes the content from the events of this object. */
export function scrub(
  { database }: Pick<TestApi, 'database'>,
  { organizationId }: Person,
  id: string,
): Promise<void> {
  return transactMessaging(database, organizationId, (tx) =>
    scrubMessagingEvents(tx, organizationId, [id]),
  );
}
