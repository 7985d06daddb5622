import type { Database, Tx } from '../../db/connect.ts';
import {
  finishUpload,
  insertAttachment,
  markUploadGivenUp,
  sumStoredBytes,
} from '../../db/tables/attachments.ts';
import { recordMessagingEvent } from '../../db/tables/messaging-events.ts';
import { nextPosition, transactMessaging } from '../../db/tables/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachment.ts';
import type { LinkedFile } from '../../domain/messaging/attachment-wish.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { newId } from '../../lib/ids.ts';
import { transactAsCaller } from '../contacts/transact-as-caller.ts';

/** Who makes an attachment, and when. */
export type AttachmentChange = {
  caller: Caller;
  requestId: string | undefined;
  now: Date;
  publicUrl: string;
};

/** The same of an upload: `quotaBytes` are the most that the contact may have stored, Infinity without bound. */
export type UploadChange = AttachmentChange & { quotaBytes: number };

/** An upload that has begun: its file goes under this key. */
export type Upload = { attachment: StoredAttachment; storageKey: string };

/**
 * Notes that a file is coming, before any byte of it is stored: whatever happens then, a job finds what lies in the storage. Nobody
 * sees the attachment before `completeUpload`. Refuses with `payload_too_large` a contact that has its quota stored already.
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
 * Shows the attachment, as its file lies in the storage; refuses with `gone` when the upload was given up meanwhile, and with
 * `payload_too_large` when the contact has too much with it: one upload is completed after the other.
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
    `You have ${inMegabytes(stored)} MB of uploaded files, of at most ${inMegabytes(quotaBytes)} MB: this file does not fit in. Delete some (GET /v1/attachments lists them, DELETE /v1/attachments/:id deletes one), or messages that carry some, and upload it again.`,
  );
}

const inMegabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, '');

/** Leaves what was stored of an upload that has ended to the job that removes files; false when that has been there already. */
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

/** Makes an attachment of a file that lies elsewhere; nothing is fetched from there. */
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

/** Only webhooks hear of it: it is in no conversation yet. */
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
