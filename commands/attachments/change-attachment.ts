import type { Database, Tx } from '../../db/connect.ts';
import { markAttachmentsRemoved, renameAttachment } from '../../db/tables/attachments.ts';
import { recordMessagingEvent, scrubMessagingEvents } from '../../db/tables/messaging-events.ts';
import { transactMessaging } from '../../db/tables/messaging-heads.ts';
import { forgetToldAttachments } from '../../db/tables/told-attachments.ts';
import { findVisibleAttachment } from '../../db/views/visible-attachments.ts';
import type { VisibleAttachment } from '../../db/views/visible-attachments.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject } from '../../domain/messaging/attachment.ts';
import type { StoredAttachment } from '../../domain/messaging/attachment.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { cleanFilename } from '../../domain/messaging/filename.ts';
import { tellMessageChanged } from './tell-message.ts';
import type { AttachmentChange } from './upload-attachment.ts';

/** Gives an attachment another name; refuses with `not_found` what the caller cannot see, and with `permission_denied` others'. */
export function renameAttachmentOf(
  database: Database,
  change: AttachmentChange,
  { id, filename }: { id: string; filename: string },
): Promise<StoredAttachment> {
  const { caller, publicUrl } = change;
  const { organizationId, contact } = caller;
  const cleaned =
    cleanFilename(filename) ?? refuse('invalid_body', 'filename is no name of a file.');
  return transactMessaging(database, organizationId, async (tx) => {
    const found = await demand(tx, change, id);
    if (found.contactId !== contact.id) {
      refuse('permission_denied', 'Only who made an attachment changes it.');
    }
    if (found.filename === cleaned) return found;
    const renamed = { ...found, filename: cleaned };
    await renameAttachment(tx, { organizationId, id }, cleaned);
    const data = attachmentObject(renamed, { publicUrl });
    await record(tx, change, found, { type: 'attachment.updated', data });
    if (found.messageId !== null) await tellMessageChanged(tx, change, found.messageId);
    return renamed;
  });
}

/** Deletes an attachment for good, for who made it or began the conversation; refuses like `renameAttachmentOf`. */
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
      refuse('permission_denied', 'Only who made an attachment or the conversation deletes it.');
    }
    await markAttachmentsRemoved(tx, organizationId, [id], now);
    await scrubMessagingEvents(tx, organizationId, [id]);
    await record(tx, change, found, { type: 'attachment.deleted', data: { id, deleted: true } });
    const { messageId } = found;
    if (messageId === null) return;
    await forgetToldAttachments(tx, { organizationId, messageId }, [id]);
    await tellMessageChanged(tx, change, messageId);
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
