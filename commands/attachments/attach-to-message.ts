import type { Tx } from '../../db/connect.ts';
import {
  insertAttachment,
  listAttachmentsOf,
  markAttachmentsRemoved,
  placeAttachments,
} from '../../db/tables/attachments.ts';
import { recordMessagingEvent, scrubMessagingEvents } from '../../db/tables/messaging-events.ts';
import type { MessagingEvent } from '../../db/tables/messaging-events.ts';
import { forgetToldAttachments } from '../../db/tables/told-attachments.ts';
import { attachmentObject } from '../../domain/messaging/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachment.ts';
import type { LinkedFile } from '../../domain/messaging/attachment-wish.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { prepareAttachments } from './prepare-attachments.ts';
import type { AttachmentPlan } from './prepare-attachments.ts';

/** Who changes which message, and when. */
export type MessageChange = {
  caller: Caller;
  message: { id: string; conversationId: string };
  requestId: string | undefined;
  now: Date;
  publicUrl: string;
};

/**
 * Lets a message that is stored carry what was planned, in this order, and answers it; in the transaction of `prepareAttachments`.
 * What it carried before and is not in the plan stays: see `replaceAttachments`.
 */
export async function attachTo(
  tx: Tx,
  change: MessageChange,
  plan: AttachmentPlan,
): Promise<StoredAttachment[]> {
  const { caller, message } = change;
  const attachments: StoredAttachment[] = [];
  const places = new Map<string, number>();
  for (const [place, planned] of plan.entries()) {
    if ('id' in planned) {
      places.set(planned.id, place);
      attachments.push(await tellAttached(tx, change, planned));
    } else attachments.push(await addLinkedFile(tx, change, planned, place));
  }
  if (places.size > 0) await placeAttachments(tx, caller.organizationId, message, places);
  return attachments;
}

/** Makes what a message carries what its body asks for: what is not in it any more is deleted for good. */
export async function replaceAttachments(
  tx: Tx,
  change: MessageChange,
  wish: unknown,
): Promise<StoredAttachment[]> {
  const { caller, message } = change;
  const plan = await prepareAttachments(tx, caller, wish, message.id);
  const kept = new Set(plan.flatMap((planned) => ('id' in planned ? [planned.id] : [])));
  const carried = await listAttachmentsOf(tx, caller.organizationId, [message.id]);
  const gone = (carried.get(message.id) ?? []).filter(({ id }) => !kept.has(id));
  await detach(tx, change, gone);
  await forgetToldAttachments(
    tx,
    { organizationId: caller.organizationId, messageId: message.id },
    gone.map(({ id }) => id),
  );
  return attachTo(tx, change, plan);
}

/** Deletes attachments of a message for good, before the message itself may be deleted; a job removes their files. */
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

async function tellAttached(
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
  place: number,
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
  const where = { position, conversationId: message.conversationId, place };
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
