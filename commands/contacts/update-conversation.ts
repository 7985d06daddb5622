import type { Database, Tx } from '../../db/connect.ts';
import { updateConversationMember } from '../../db/tables/messaging/conversation-members.ts';
import { updatePinnedMessage } from '../../db/tables/messaging/conversations.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { findConversation } from '../../db/views/messaging/conversations.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { readChange } from '../../domain/messaging/changes.ts';
import {
  conversationChangeSchema,
  keptConversation,
  sharedConversation,
} from '../../domain/messaging/conversation.ts';
import type {
  ConversationChange,
  StoredConversation,
} from '../../domain/messaging/conversation.ts';
import { maybeDate } from '../../domain/messaging/ids.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { refuseUnknownConversation } from './conversation-request.ts';
import type { ConversationRequest } from './conversation-request.ts';

export type UpdateConversation = ConversationRequest & {
  /** Checked here against `conversationChangeSchema`. */
  body: unknown;
};

/**
 * Changes the caller's view of a conversation, and the pinned message for all members. Refuses with `invalid_body`, and with
 * `not_found`, also for a message of another conversation.
 */
export function updateConversation(
  database: Database,
  { body, ...request }: UpdateConversation,
): Promise<StoredConversation> {
  const change = readChange(conversationChangeSchema, body);
  const { organizationId, contact } = request.caller;
  return transactAsCaller(database, request.caller, async (tx) => {
    const key = { organizationId, conversationId: request.id, contactId: contact.id };
    const former = (await findConversation(tx, key)) ?? refuseUnknownConversation(request.id);
    const conversation = withChange(former, change);
    if (!looksAlike(former, conversation)) {
      await updateConversationMember(tx, key, conversation);
      const data = keptConversation(conversation, contact.id);
      await recordUpdate(tx, request, { data, isShared: false });
    }
    if (conversation.pinnedMessageId !== former.pinnedMessageId) {
      await pin(tx, request, conversation.pinnedMessageId);
      const data = sharedConversation(conversation, contact.id);
      await recordUpdate(tx, request, { data, isShared: true });
    }
    return conversation;
  });
}

function withChange(former: StoredConversation, change: ConversationChange): StoredConversation {
  const { pinned_message_id, is_pinned, is_muted, archived_at } = change;
  return {
    ...former,
    pinnedMessageId: pinned_message_id === undefined ? former.pinnedMessageId : pinned_message_id,
    isPinned: is_pinned ?? former.isPinned,
    isMuted: is_muted ?? former.isMuted,
    archivedAt: archived_at === undefined ? former.archivedAt : maybeDate(archived_at),
  };
}

/** True if both look the same to the member, apart from shared members. */
function looksAlike(one: StoredConversation, other: StoredConversation): boolean {
  return (
    one.isPinned === other.isPinned &&
    one.isMuted === other.isMuted &&
    one.archivedAt?.getTime() === other.archivedAt?.getTime()
  );
}

async function pin(
  tx: Tx,
  { caller: { organizationId }, id }: ConversationRequest,
  messageId: string | null,
): Promise<void> {
  if (await updatePinnedMessage(tx, { organizationId, id }, messageId)) return;
  const problem = `There is no message with the id '${messageId}' in this conversation.`;
  refuse('not_found', problem);
}

/** A change of the caller's own view is only sent to webhooks. */
function recordUpdate(
  tx: Tx,
  { caller, requestId, id, now }: ConversationRequest,
  { data, isShared }: { data: object; isShared: boolean },
): Promise<number> {
  return recordMessagingEvent(tx, {
    organizationId: caller.organizationId,
    type: 'conversation.updated',
    subjectId: id,
    conversationId: isShared ? id : null,
    principal: contactPrincipal(caller.contact.id),
    requestId,
    data,
    now,
  });
}
