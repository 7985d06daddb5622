import { createHash } from 'node:crypto';
import type { MessageObject } from './message.ts';

/** What is written in a message; the activity of its author and its being read are not, and change by themselves. */
function written(message: MessageObject): object {
  const { contact, read_at: _, ...rest } = message;
  return { ...rest, contact: contact.id };
}

/** The tag of what is written in a message, which conditions of changes are about. */
export function writtenTag(message: MessageObject): string {
  return digest(JSON.stringify(written(message)));
}

/** The entity tag of a message as it is answered: of what is written in it, and of the whole text. */
export function messageTag(message: MessageObject, text: string): string {
  return `"${writtenTag(message)}-${digest(text)}"`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
