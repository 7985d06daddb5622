import type { Database, Tx } from '../../db/connect.ts';
import { insertReads } from '../../db/tables/messaging/message-reads.ts';
import {
  countReactions,
  deleteReactions,
  insertReactions,
} from '../../db/tables/messaging/message-reactions.ts';
import { updateMessage } from '../../db/tables/messaging/messages.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { keepAttachments } from '../../domain/messaging/attachments/kept-attachments.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import type { MessageObject, StoredMessage } from '../../domain/messaging/message.ts';
import { readMessageChange } from '../../domain/messaging/message-write.ts';
import type { MessageChange } from '../../domain/messaging/message-write.ts';
import { assertFew, readReactions } from '../../domain/messaging/reactions.ts';
import type { ReactionChange } from '../../domain/messaging/reactions.ts';
import { replaceAttachments } from './attach-to-message.ts';
import type { Preconditions } from '../preconditions.ts';
import { getMessage } from './get-message.ts';
import { assertAsRead } from './message-conditions.ts';

export type ChangeMessage = {
  caller: Caller;
  requestId: string | undefined;
  id: string;
  /** Checked here against `messageChangeSchema`. */
  body: unknown;
  conditions: Preconditions;
  now: Date;
  publicUrl: string;
};

/**
 * Changes a message and returns it: the author may change the text and the attachments, every member their own reactions, and
 * other members the time when they read it. An unchanged message leaves no trace. Refuses with `invalid_body`, `not_found`,
 * `permission_denied`, or `precondition_failed`.
 */
export function changeMessage(database: Database, request: ChangeMessage): Promise<MessageObject> {
  const { caller, id, body, conditions, now, publicUrl } = request;
  const change = readMessageChange(body);
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

/** Tolerated difference between the clock of a reader and ours. */
const toleratedMs = 300_000;

/** A time in milliseconds is also far in the future. */
function readTime(seconds: number, now: Date): Date {
  const readAt = seconds * 1000;
  if (readAt > now.getTime() + toleratedMs) {
    refuse(
      'invalid_body',
      'read_at is in the future; send the time of reading in seconds since 1970.',
    );
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
    refuse(
      'permission_denied',
      'read_at: you wrote the message; only other members can mark it as read.',
    );
  }
}

/** Returns true if anything changed. */
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

/** Returns true if the attachments or their order changed. */
async function changeAttachments(
  tx: Tx,
  request: ChangeMessage,
  { id, conversationId, attachments: carried }: StoredMessage,
  requested: readonly unknown[],
): Promise<boolean> {
  const kept = keepAttachments(
    requested,
    carried.map((attachment) => attachmentObject(attachment, request)),
  );
  const change = { ...request, message: { id, conversationId } };
  const now = await replaceAttachments(tx, change, kept);
  const ids = (attachments: StoredMessage['attachments']) =>
    attachments.map((attachment) => attachment.id).join();
  return ids(now) !== ids(carried);
}
