import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { toSeconds } from '../ids.ts';
import { maybe, timestamp } from '../members.ts';

/** A stored attachment: an uploaded file (`storageKey`), or the address of a file elsewhere (`fileUrl`). */
export type StoredAttachment = {
  id: string;
  contactId: string;
  messageId: string | null;
  filename: string;
  fileUrl: string | null;
  fileType: string;
  /** Bytes. */
  fileSize: number | null;
  storageKey: string | null;
  createdAt: Date;
};

/** A file or an address attached to a message. */
export const attachmentSchema = Type.Object(
  {
    id: Type.String(),
    message_id: maybe(Type.String(), 'null until a message carries it'),
    filename: Type.String(),
    file_url: Type.String({
      description: 'Where it can be got; of an uploaded file with the token',
    }),
    file_type: Type.String({ description: 'MIME type' }),
    file_size: maybe(Type.Integer(), 'Bytes'),
    created_at: timestamp,
  },
  { $id: 'Attachment' },
);
export type AttachmentObject = Static<typeof attachmentSchema>;

/** The attachment as clients read it; uploaded files are served under the public address. */
export function attachmentObject(
  attachment: StoredAttachment,
  { publicUrl }: { publicUrl: string },
): AttachmentObject {
  return {
    id: attachment.id,
    message_id: attachment.messageId,
    filename: attachment.filename,
    file_url: attachment.fileUrl ?? `${publicUrl}/v1/attachments/${attachment.id}/file`,
    file_type: attachment.fileType,
    file_size: attachment.fileSize,
    created_at: toSeconds(attachment.createdAt),
  };
}

/**
 * The first member of a sent attachment that differs from the stored one. In forms, numbers are texts and null
 * is empty text; an attachment without a message may still be sent with one.
 */
export function differingMember(
  attachment: StoredAttachment,
  said: Readonly<Record<string, unknown>>,
): string | undefined {
  const { file_url: address, ...answered } = attachmentObject(attachment, { publicUrl: '' });
  const texts = new Map(Object.entries(answered).map(([name, value]) => [name, textOf(value)]));
  const isSame = (name: string, value: unknown): boolean => {
    const text = textOf(value);
    if (text === undefined) return false;
    // The public address of the installation may have changed.
    if (name === 'file_url') return attachment.fileUrl ? text === address : text.endsWith(address);
    return (name === 'message_id' && text === '') || texts.get(name) === text;
  };
  return Object.keys(said).find((name) => !isSame(name, said[name]));
}

function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
