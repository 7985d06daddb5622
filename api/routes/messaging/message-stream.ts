import { Type } from '@sinclair/typebox';
import { assertMember } from '../../../commands/contacts/conversation-request.ts';
import { findMessagingHead } from '../../../db/tables/messaging/messaging-heads.ts';
import { hearMessages } from '../../../db/views/messaging/message-stream.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import type { Caller } from '../../../domain/messaging/caller.ts';
import { followFeed } from '../../stream/followed-feed.ts';
import type { FollowedFeed } from '../../stream/followed-feed.ts';
import { readStreamPosition } from '../../messaging/message-position.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { answerStream, oneLine } from '../../stream/server-sent-stream.ts';
import type { Services } from '../../services.ts';

const streamRoute = defineRoute({
  method: 'GET',
  path: '/v1/messages/stream',
  name: 'streamMessages',
  takes: ['last-event-id'],
  refuses: ['not_found'],
  summary:
    'Follow messages: server-sent events `message.created`, `message.updated` and `message.deleted` from now on, or after the event in the header Last-Event-ID',
  tag: 'messages',
  access: 'token',
  query: Type.Object({
    conversation_id: Type.Optional(
      Type.String({ description: 'Only messages of this conversation' }),
    ),
  }),
  bounded: 'streams',
  answers: {
    200: {
      description:
        'Endless events; the data of each is the message, or `{id, conversation_id, deleted: true}` if the message was deleted meanwhile. The stream begins with an event `truncated` if events after Last-Event-ID are no longer kept, and ends when the token stops working or the caller leaves the conversation',
    },
  },
  handle: async ({ query, principal, header, services, gone, checkKey }) => {
    const caller = callerOf(principal);
    const conversationId = query.conversation_id;
    await assertMember(services.database.knex, caller, conversationId);
    const head = await findMessagingHead(services.database.knex, caller.organizationId);
    const { position, isTruncated } = readStreamPosition(header('last-event-id'), head);
    return answerStream({ services, gone, checkKey, principal }, (stream) =>
      followFeed({
        ...stream,
        channel: 'messaging_changed',
        position,
        opening: isTruncated ? 'event: truncated\ndata: {}\n\n' : '',
        // Lets a reconnecting client skip events that it was not allowed to see.
        positionFields: (at) => `id: ${at}\n`,
        read: readerOf(services, caller, conversationId),
      }),
    );
  },
});

function readerOf(
  { database }: Services,
  { organizationId, contact }: Caller,
  conversationId: string | undefined,
): FollowedFeed['read'] {
  const listener = { organizationId, contactId: contact.id, conversationId };
  return async (afterPosition) => {
    const heard = await hearMessages(database.knex, { ...listener, afterPosition });
    if (!heard) throw new Error('a listener without an answer');
    const { events, position, hasMore, isMember } = heard;
    const texts = events.map(
      (event) => `id: ${event.position}\nevent: ${event.type}\ndata: ${oneLine(event.data)}\n\n`,
    );
    return { text: texts.join(''), position, hasMore, isLast: !isMember };
  };
}

/** The stream of new messages. */
export const messageStreamRoutes: readonly Route[] = [streamRoute];
