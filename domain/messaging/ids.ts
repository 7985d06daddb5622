import { randomBase62 } from '../../lib/ids.ts';

/** Length of ids in characters. */
export const messagingIdLength = 16;

/** A new id of a message, contact, conversation, group or attachment. */
export function newMessagingId(): string {
  return randomBase62(messagingIdLength);
}

/** True if a text has the form of an id. */
export function isMessagingId(text: string): boolean {
  return text.length === messagingIdLength && /^[0-9A-Za-z]+$/.test(text);
}

/** Unix time in whole seconds, as answers of /v1 use it. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** Unix time in whole seconds, or null. */
export function maybeSeconds(date: Date | null): number | null {
  return date && toSeconds(date);
}

/** The date of a Unix time in seconds, or null. */
export function maybeDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
