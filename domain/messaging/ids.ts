import { randomBase62 } from '../../lib/ids.ts';

/** How long these ids are. */
export const messagingIdLength = 16;

/** A fresh id of a message, contact, conversation, group or attachment. */
export function newMessagingId(): string {
  return randomBase62(messagingIdLength);
}

/** Whether this can be such an id. */
export function isMessagingId(text: string): boolean {
  return text.length === messagingIdLength && /^[0-9A-Za-z]+$/.test(text);
}

/** Whole seconds since 1970, as answers of /v1 tell time. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** The same of a time that may not have come. */
export function maybeSeconds(date: Date | null): number | null {
  return date && toSeconds(date);
}

/** The time that is so many seconds after the begin of 1970; null of null. */
export function maybeDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
