import { createHash } from 'node:crypto';
import type { MessageObject } from './message.ts';

/**
 * The written content of a message, without its author's activity and its reads, which change independently.
 */
function written(message: MessageObject): object {
  const { contact, read_at: _, ...rest } = message;
  return { ...rest, contact: contact.id };
}

/** The tag of a message's written content, for conditional changes. */
export function writtenTag(message: MessageObject): string {
  return digest(JSON.stringify(written(message)));
}

/** The entity tag of a message: covers its written content, and the whole text. */
export function messageTag(message: MessageObject, text: string): string {
  return `"${writtenTag(message)}-${digest(text)}"`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
