import { attachTo } from '../../../../commands/messages/attach-to-message.ts';
import { prepareAttachments } from '../../../../commands/messages/prepare-attachments.ts';
import { recordMessagingEvent } from '../../../../db/tables/messaging/messaging-events.ts';
import { transactMessaging } from '../../../../db/tables/messaging/messaging-heads.ts';
import type { StoredAttachment } from '../../../../domain/messaging/attachments/attachment.ts';
import { contactPrincipal } from '../../../../domain/messaging/caller.ts';
import { newMessagingId } from '../../../../domain/messaging/ids.ts';
import type { TestAnswer, TestApi } from '../../http/api.ts';
import type { Person } from './messaging.ts';

type UploadOptions = { name?: string; type?: string; headers?: Record<string, string> };

/** Uploads a file like a browser. */
export async function upload(
  person: Person,
  content: Uint8Array | string,
  { name = 'file.bin', type = '', headers = {} }: UploadOptions = {},
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new File([content], name, { type }));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const contentType = request.headers.get('content-type') ?? '';
  const body = new Uint8Array(await request.arrayBuffer());
  return person.send('POST', '/v1/attachments', {
    body,
    headers: { 'content-type': contentType, ...headers },
  });
}

/** Stores a message with its attachments in a conversation; returns its id and the attachments. */
export function attachToNewMessage(
  api: TestApi,
  person: Person,
  conversationId: string,
  wish: unknown,
): Promise<{ id: string; attachments: StoredAttachment[] }> {
  const { organizationId } = person;
  const caller = { organizationId, contact: person };
  const now = new Date();
  const id = newMessagingId();
  return transactMessaging(api.database, organizationId, async (tx) => {
    const plan = await prepareAttachments(tx, caller, wish);
    const position = await recordMessagingEvent(tx, {
      organizationId,
      type: 'message.created',
      subjectId: id,
      conversationId,
      principal: contactPrincipal(person.id),
      requestId: undefined,
      data: { id, message: 'Hi' },
      now,
    });
    await tx('messages').insert({
      organization_id: organizationId,
      id,
      position,
      conversation_id: conversationId,
      contact_id: person.id,
      message: 'Hi',
      created_at: now,
    });
    await tx('conversations').where({ id: conversationId }).update({ last_position: position });
    const message = { id, conversationId };
    const change = { caller, message, requestId: undefined, now, publicUrl: api.address };
    return { id, attachments: await attachTo(tx, change, plan) };
  });
}
