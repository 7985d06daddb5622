import type { Tx } from '../../db/connect.ts';
import {
  insertAttachment,
  listAttachmentsOf,
  markAttachmentsRemoved,
  attachToMessage,
} from '../../db/tables/messaging/attachments.ts';
import {
  recordMessagingEvent,
  scrubMessagingEvents,
} from '../../db/tables/messaging/messaging-events.ts';
import type { MessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { scrubToldAttachments } from '../../db/tables/messaging/scrub-attachments.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachments/attachment.ts';
import type { LinkedFile } from '../../domain/messaging/attachments/attachment-request.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { prepareAttachments } from './prepare-attachments.ts';
import type { AttachmentPlan } from './prepare-attachments.ts';

/** The message, author and time of a change. */
export type MessageChange = {
  caller: Caller;
  message: { id: string; conversationId: string };
  requestId: string | undefined;
  now: Date;
  publicUrl: string;
};

/**
 * Attaches the planned attachments to a stored message, in this order, and returns the message; runs in the transaction of
 * `prepareAttachments`. Other attachments of the message stay: see `replaceAttachments`.
 */
export async function attachTo(
  tx: Tx,
  change: MessageChange,
  plan: AttachmentPlan,
): Promise<StoredAttachment[]> {
  const { caller, message } = change;
  const attachments: StoredAttachment[] = [];
  const indexes = new Map<string, number>();
  for (const [index, planned] of plan.entries()) {
    if ('id' in planned) {
      indexes.set(planned.id, index);
      attachments.push(await recordAttached(tx, change, planned));
    } else attachments.push(await addLinkedFile(tx, change, planned, index));
  }
  if (indexes.size > 0) await attachToMessage(tx, caller.organizationId, message, indexes);
  return attachments;
}

/** Replaces the attachments of a message by those of its body: attachments no longer listed are deleted permanently. */
export async function replaceAttachments(
  tx: Tx,
  change: MessageChange,
  requested: unknown,
): Promise<StoredAttachment[]> {
  const { caller, message } = change;
  const plan = await prepareAttachments(tx, caller, requested, message.id);
  const kept = new Set(plan.flatMap((planned) => ('id' in planned ? [planned.id] : [])));
  const carried = await listAttachmentsOf(tx, caller.organizationId, [message.id]);
  const removed = (carried.get(message.id) ?? []).filter(({ id }) => !kept.has(id));
  await detach(tx, change, removed);
  await scrubToldAttachments(
    tx,
    { organizationId: caller.organizationId, messageId: message.id },
    removed.map(({ id }) => id),
  );
  return attachTo(tx, change, plan);
}

/** Deletes attachments of a message permanently, before the message itself is deleted; a job removes their files. */
export async function detach(
  tx: Tx,
  change: MessageChange,
  attachments: readonly Pick<StoredAttachment, 'id'>[],
): Promise<void> {
  if (attachments.length === 0) return;
  const { organizationId } = change.caller;
  const ids = attachments.map(({ id }) => id);
  await markAttachmentsRemoved(tx, organizationId, ids, change.now);
  await scrubMessagingEvents(tx, organizationId, ids);
  for (const id of ids) {
    await record(tx, change, { type: 'attachment.deleted', id, data: { id, deleted: true } });
  }
}

async function recordAttached(
  tx: Tx,
  change: MessageChange,
  stored: StoredAttachment,
): Promise<StoredAttachment> {
  if (stored.messageId === change.message.id) return stored;
  const attached = { ...stored, messageId: change.message.id };
  const data = attachmentObject(attached, change);
  await record(tx, change, { type: 'attachment.updated', id: stored.id, data });
  return attached;
}

async function addLinkedFile(
  tx: Tx,
  change: MessageChange,
  file: LinkedFile,
  index: number,
): Promise<StoredAttachment> {
  const { caller, message, now } = change;
  const attachment: StoredAttachment = {
    ...file,
    id: newMessagingId(),
    contactId: caller.contact.id,
    messageId: message.id,
    storageKey: null,
    createdAt: now,
  };
  const data = attachmentObject(attachment, change);
  const position = await record(tx, change, {
    type: 'attachment.created',
    id: attachment.id,
    data,
  });
  const where = { position, conversationId: message.conversationId, place: index };
  await insertAttachment(tx, caller.organizationId, attachment, where);
  return attachment;
}

function record(
  tx: Tx,
  { caller, message, requestId, now }: MessageChange,
  { type, id, data }: { type: MessagingEvent['type']; id: string; data: object },
): Promise<number> {
  return recordMessagingEvent(tx, {
    organizationId: caller.organizationId,
    type,
    subjectId: id,
    conversationId: message.conversationId,
    principal: contactPrincipal(caller.contact.id),
    requestId,
    data,
    now,
  });
}
