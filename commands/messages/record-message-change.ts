import type { Tx } from '../../db/connect.ts';
import { updateMessage } from '../../db/tables/messaging/messages.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import { getMessage } from './get-message.ts';
import type { AttachmentChange } from './upload-attachment.ts';

/** Records a change of a message with its attachments: clients show messages, not attachments by themselves. */
export async function recordMessageChange(
  tx: Tx,
  { caller, requestId, now, publicUrl }: AttachmentChange,
  id: string,
): Promise<void> {
  const { organizationId, contact } = caller;
  const stored = await getMessage(tx, caller, id);
  const { message, conversationId } = stored;
  await updateMessage(tx, { organizationId, id }, { message, now });
  await recordMessagingEvent(tx, {
    organizationId,
    type: 'message.updated',
    subjectId: id,
    conversationId,
    principal: contactPrincipal(contact.id),
    requestId,
    data: messageObject({ ...stored, updatedAt: now }, { publicUrl }),
    now,
  });
}
