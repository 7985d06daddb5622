import { Type } from '@sinclair/typebox';
import { assertMember } from '../../commands/conversations/conversation-request.ts';
import { findMessagingHead } from '../../db/tables/messaging-heads.ts';
import { hearMessages } from '../../db/views/message-stream.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { followFeed } from '../followed-feed.ts';
import type { FollowedFeed } from '../followed-feed.ts';
import { readStreamPosition } from '../message-position.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { answerStream, oneLine } from '../server-sent-stream.ts';
import type { Services } from '../services.ts';

const streamRoute = defineRoute({
  method: 'GET',
  path: '/v1/messages/stream',
  summary:
    'Follow messages: server-sent events `message.created`, `message.updated` and `message.deleted` from now on, or behind the header Last-Event-ID',
  tag: 'messages',
  access: 'token',
  params: Type.Object({}),
  query: Type.Object({
    conversation_id: Type.Optional(
      Type.String({ description: 'Only messages of this conversation' }),
    ),
  }),
  answers: {
    200: {
      description:
        'Events without end; the data of each is the message, or, when that is deleted meanwhile, `{id, conversation_id, deleted: true}`. It begins with an event `truncated` when some behind Last-Event-ID are no longer kept, and ends when the token stops working or the conversation is left',
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
        // Who comes back then need not look again at what was not for it.
        place: (at) => `id: ${at}\n`,
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

/** Messages as they come. */
export const messageStreamRoutes: readonly Route[] = [streamRoute];
