import type { Database, Tx } from '../../db/connect.ts';
import { insertReads } from '../../db/tables/message-reads.ts';
import {
  countReactions,
  deleteReactions,
  insertReactions,
} from '../../db/tables/message-reactions.ts';
import { updateMessage } from '../../db/tables/messages.ts';
import { recordMessagingEvent } from '../../db/tables/messaging-events.ts';
import { transactMessaging } from '../../db/tables/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachment.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { keepAttachments } from '../../domain/messaging/kept-attachments.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import type { MessageObject, StoredMessage } from '../../domain/messaging/message.ts';
import { readMessageChange } from '../../domain/messaging/message-write.ts';
import type { MessageChange } from '../../domain/messaging/message-write.ts';
import { assertFew, readReactions } from '../../domain/messaging/reactions.ts';
import type { ReactionChange } from '../../domain/messaging/reactions.ts';
import { replaceAttachments } from '../attachments/attach-to-message.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import { getMessage } from './get-message.ts';
import { assertAsRead } from './message-conditions.ts';

export type ChangeMessage = {
  caller: Caller;
  requestId: string | undefined;
  id: string;
  /** Checked here against `messageChangeSchema`. */
  wish: unknown;
  conditions: Preconditions;
  now: Date;
  publicUrl: string;
};

/**
 * Changes a message as members may (decisions §9) and answers it: its author the text and the attachments, everybody the own
 * reactions, the others when they read it. What changes nothing leaves no trace. Refuses with `invalid_body`, `not_found`,
 * `permission_denied`, or `precondition_failed`.
 */
export function changeMessage(database: Database, request: ChangeMessage): Promise<MessageObject> {
  const { caller, id, wish, conditions, now, publicUrl } = request;
  const change = readMessageChange(wish);
  const reactions = change.reactions && readReactions(change.reactions, caller.contact.username);
  const readAt = change.read_at === undefined ? undefined : readTime(change.read_at, now);
  const { organizationId } = caller;
  return transactMessaging(database, organizationId, async (tx) => {
    const before = await getMessage(tx, caller, id);
    assertMayChange(before, change, caller);
    assertAsRead(conditions, messageObject(before, { publicUrl }));
    const contactId = caller.contact.id;
    const { message = before.message } = change;
    const isReacted =
      reactions &&
      (await changeReactions(tx, { organizationId, messageId: id, contactId }, reactions));
    const isAttached =
      change.attachments && (await changeAttachments(tx, request, before, change.attachments));
    const isChanged = isReacted || isAttached || message !== before.message;
    if (isChanged) await updateMessage(tx, { organizationId, id }, { message, now });
    const reading = { organizationId, contactId, messageIds: [id] };
    const isRead = readAt && (await insertReads(tx, reading, readAt)).length > 0;
    if (!isChanged && !isRead) return messageObject(before, { publicUrl });
    const object = messageObject(await getMessage(tx, caller, id), { publicUrl });
    await recordMessagingEvent(tx, {
      organizationId,
      type: 'message.updated',
      subjectId: id,
      conversationId: before.conversationId,
      principal: contactPrincipal(contactId),
      requestId: request.requestId,
      data: object,
      now,
    });
    return object;
  });
}

/** How far ahead of ours the clock of a reader may be. */
const toleratedMs = 300_000;

/** A time that is given in milliseconds lies far ahead, too. */
function readTime(seconds: number, now: Date): Date {
  const readAt = seconds * 1000;
  if (readAt > now.getTime() + toleratedMs) {
    refuse('invalid_body', 'read_at lies ahead; it is the time in seconds at which it was read.');
  }
  return new Date(readAt);
}

function assertMayChange(message: StoredMessage, change: MessageChange, { contact }: Caller): void {
  const isAuthor = message.contact.id === contact.id;
  const author = message.contact.username;
  for (const member of ['message', 'attachments'] as const) {
    if (change[member] === undefined || isAuthor) continue;
    refuse('permission_denied', `${member}: only ${author}, who wrote the message, can change it.`);
  }
  if (change.read_at !== undefined && isAuthor) {
    refuse('permission_denied', 'read_at: you wrote the message; it is others who read it.');
  }
}

/** Whether anything changed. */
async function changeReactions(
  tx: Tx,
  key: Parameters<typeof insertReactions>[1],
  { add, remove }: ReactionChange,
): Promise<boolean> {
  const removed =
    remove.length > 0 ? await deleteReactions(tx, key, remove === 'all' ? undefined : remove) : 0;
  const added = add.length > 0 ? await insertReactions(tx, key, add) : 0;
  if (added > 0) assertFew(await countReactions(tx, key));
  return added + removed > 0;
}

/** Whether it carries others now, or in another order. */
async function changeAttachments(
  tx: Tx,
  request: ChangeMessage,
  { id, conversationId, attachments: carried }: StoredMessage,
  wish: readonly unknown[],
): Promise<boolean> {
  const kept = keepAttachments(
    wish,
    carried.map((attachment) => attachmentObject(attachment, request)),
  );
  const change = { ...request, message: { id, conversationId } };
  const now = await replaceAttachments(tx, change, kept);
  const ids = (attachments: StoredMessage['attachments']) =>
    attachments.map((attachment) => attachment.id).join();
  return ids(now) !== ids(carried);
}
