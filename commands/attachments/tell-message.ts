import type { Tx } from '../../db/connect.ts';
import { updateMessage } from '../../db/tables/messages.ts';
import { recordMessagingEvent } from '../../db/tables/messaging-events.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { messageObject } from '../../domain/messaging/message.ts';
import { getMessage } from '../messages/get-message.ts';
import type { AttachmentChange } from './upload-attachment.ts';

/** Notes and tells that a message changed with what it carries: clients show messages, not attachments by themselves. */
export async function tellMessageChanged(
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
