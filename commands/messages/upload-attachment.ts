import type { Database, Tx } from '../../db/connect.ts';
import {
  finishUpload,
  insertAttachment,
  markUploadGivenUp,
  sumStoredBytes,
} from '../../db/tables/messaging/attachments.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { nextPosition, transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachments/attachment.ts';
import type { LinkedFile } from '../../domain/messaging/attachments/attachment-request.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { newId } from '../../lib/ids.ts';
import { transactAsCaller } from '../contacts/transact-as-caller.ts';

/** The author, request and time of a change of an attachment. */
export type AttachmentChange = {
  caller: Caller;
  requestId: string | undefined;
  now: Date;
  publicUrl: string;
};

/** The same for an upload: `quotaBytes` is the storage limit of the contact, Infinity without a limit. */
export type UploadChange = AttachmentChange & { quotaBytes: number };

/** A started upload; its file is stored under `storageKey`. */
export type Upload = { attachment: StoredAttachment; storageKey: string };

/**
 * Records an upload before any byte is stored, so that a cleanup job can find the file in any case. The attachment is invisible
 * until `completeUpload`. Refuses with `payload_too_large` if the contact has used up its quota.
 */
export async function beginUpload(
  database: Database,
  { caller, now, quotaBytes }: UploadChange,
  filename: string,
): Promise<Upload> {
  const { organizationId, contact } = caller;
  const name = newId();
  const storageKey = `${organizationId}/${name.slice(-2)}/${name}`;
  const attachment: StoredAttachment = {
    id: newMessagingId(),
    contactId: contact.id,
    messageId: null,
    filename,
    fileUrl: null,
    fileType: 'application/octet-stream',
    fileSize: null,
    storageKey,
    createdAt: now,
  };
  await transactAsCaller(database, caller, async (tx) => {
    await assertWithinQuota(tx, caller, { quotaBytes, fileSize: 1 });
    const position = await nextPosition(tx, organizationId);
    const where = { position, conversationId: null, place: null };
    await insertAttachment(tx, organizationId, attachment, where);
  });
  return { attachment, storageKey };
}

/**
 * Makes the attachment visible after its file is stored; refuses with `gone` if the upload was abandoned meanwhile, and with
 * `payload_too_large` if the contact exceeds its quota. Uploads of a contact are completed one after the other.
 */
export function completeUpload(
  database: Database,
  change: UploadChange,
  { attachment }: Upload,
  { fileType, fileSize }: { fileType: string; fileSize: number },
): Promise<StoredAttachment> {
  const { caller, now, quotaBytes } = change;
  const { organizationId } = caller;
  const complete = { ...attachment, fileType, fileSize };
  return transactAsCaller(database, caller, async (tx) => {
    await assertWithinQuota(tx, caller, { quotaBytes, fileSize });
    const position = await recordMessagingEvent(tx, createdEvent(change, complete));
    const done = { now, position, filename: attachment.filename, fileType, fileSize };
    const isThere = await finishUpload(tx, { organizationId, id: attachment.id }, done);
    return isThere ? complete : refuse('gone', 'The upload took too long; upload the file again.');
  });
}

async function assertWithinQuota(
  tx: Tx,
  { organizationId, contact }: Caller,
  { quotaBytes, fileSize }: { quotaBytes: number; fileSize: number },
): Promise<void> {
  if (quotaBytes === Infinity) return;
  const stored = await sumStoredBytes(tx, organizationId, contact.id);
  if (stored + fileSize <= quotaBytes) return;
  refuse(
    'payload_too_large',
    `You have ${inMegabytes(stored)} MB of uploaded files, of at most ${inMegabytes(quotaBytes)} MB: this file exceeds the quota. Delete attachments (GET /v1/attachments lists them, DELETE /v1/attachments/:id deletes one) or messages with attachments, and upload the file again.`,
  );
}

const inMegabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, '');

/** Leaves the file of an unfinished upload to the cleanup job; false if that job has already run. */
export function giveUpUpload(
  database: Database,
  { caller, now }: AttachmentChange,
  { attachment }: Upload,
): Promise<boolean> {
  const { organizationId } = caller;
  return transactMessaging(database, organizationId, (tx) =>
    markUploadGivenUp(tx, { organizationId, id: attachment.id }, now),
  );
}

/** Creates an attachment that links to a file elsewhere; the file is not fetched. */
export function createLinkedAttachment(
  database: Database,
  change: AttachmentChange,
  file: LinkedFile,
): Promise<StoredAttachment> {
  const { caller, now } = change;
  const { organizationId, contact } = caller;
  const attachment: StoredAttachment = {
    ...file,
    id: newMessagingId(),
    contactId: contact.id,
    messageId: null,
    storageKey: null,
    createdAt: now,
  };
  return transactAsCaller(database, caller, async (tx) => {
    const position = await recordMessagingEvent(tx, createdEvent(change, attachment));
    const where = { position, conversationId: null, place: null };
    await insertAttachment(tx, organizationId, attachment, where);
    return attachment;
  });
}

/** Only webhooks receive the event, because the attachment is in no conversation yet. */
function createdEvent(
  { caller, requestId, now, publicUrl }: AttachmentChange,
  attachment: StoredAttachment,
) {
  return {
    organizationId: caller.organizationId,
    type: 'attachment.created',
    subjectId: attachment.id,
    conversationId: null,
    principal: contactPrincipal(caller.contact.id),
    requestId,
    data: attachmentObject(attachment, { publicUrl }),
    now,
  } as const;
}
