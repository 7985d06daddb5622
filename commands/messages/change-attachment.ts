import type { Database, Tx } from '../../db/connect.ts';
import { markAttachmentsRemoved, renameAttachment } from '../../db/tables/messaging/attachments.ts';
import {
  recordMessagingEvent,
  scrubMessagingEvents,
} from '../../db/tables/messaging/messaging-events.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { scrubToldAttachments } from '../../db/tables/messaging/scrub-attachments.ts';
import { findVisibleAttachment } from '../../db/views/messaging/visible-attachments.ts';
import type { VisibleAttachment } from '../../db/views/messaging/visible-attachments.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachments/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachments/attachment.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { cleanFilename } from '../../domain/messaging/attachments/filename.ts';
import { recordMessageChange } from './record-message-change.ts';
import type { AttachmentChange } from './upload-attachment.ts';

/**
 * Renames an attachment; refuses with `not_found` if the caller cannot see it, and with `permission_denied` if another contact
 * created it.
 */
export function renameAttachmentOf(
  database: Database,
  change: AttachmentChange,
  { id, filename }: { id: string; filename: string },
): Promise<StoredAttachment> {
  const { caller, publicUrl } = change;
  const { organizationId, contact } = caller;
  const cleaned =
    cleanFilename(filename) ?? refuse('invalid_body', 'filename is not a valid file name.');
  return transactMessaging(database, organizationId, async (tx) => {
    const found = await demand(tx, change, id);
    if (found.contactId !== contact.id) {
      refuse('permission_denied', 'Only the contact who created an attachment can change it.');
    }
    if (found.filename === cleaned) return found;
    const renamed = { ...found, filename: cleaned };
    await renameAttachment(tx, { organizationId, id }, cleaned);
    const data = attachmentObject(renamed, { publicUrl });
    await record(tx, change, found, { type: 'attachment.updated', data });
    if (found.messageId !== null) await recordMessageChange(tx, change, found.messageId);
    return renamed;
  });
}

/**
 * Deletes an attachment permanently, by its creator or the contact who began the conversation; refuses like `renameAttachmentOf`.
 */
export function deleteAttachment(
  database: Database,
  change: AttachmentChange,
  id: string,
): Promise<void> {
  const { caller, now } = change;
  const { organizationId, contact } = caller;
  return transactMessaging(database, organizationId, async (tx) => {
    const found = await demand(tx, change, id);
    if (found.contactId !== contact.id && found.conversationCreatedBy !== contact.id) {
      refuse(
        'permission_denied',
        'Only the contact who created an attachment, or began the conversation, can delete it.',
      );
    }
    await markAttachmentsRemoved(tx, organizationId, [id], now);
    await scrubMessagingEvents(tx, organizationId, [id]);
    await record(tx, change, found, { type: 'attachment.deleted', data: { id, deleted: true } });
    const { messageId } = found;
    if (messageId === null) return;
    await scrubToldAttachments(tx, { organizationId, messageId }, [id]);
    await recordMessageChange(tx, change, messageId);
  });
}

async function demand(
  tx: Tx,
  { caller }: AttachmentChange,
  id: string,
): Promise<VisibleAttachment> {
  const { organizationId, contact } = caller;
  const found = await findVisibleAttachment(tx, { organizationId, contactId: contact.id }, id);
  return found ?? refuse('not_found', `There is no attachment '${id}'.`);
}

async function record(
  tx: Tx,
  { caller, requestId, now }: AttachmentChange,
  { id, conversationId }: VisibleAttachment,
  { type, data }: { type: 'attachment.updated' | 'attachment.deleted'; data: object },
): Promise<void> {
  await recordMessagingEvent(tx, {
    organizationId: caller.organizationId,
    type,
    subjectId: id,
    conversationId,
    principal: contactPrincipal(caller.contact.id),
    requestId,
    data,
    now,
  });
}
