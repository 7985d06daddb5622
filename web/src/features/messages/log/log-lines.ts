import { dayText } from '../../../lib/dates.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import type { ConversationDetail, Message } from '../types.ts';

/** Messages of one author within this time stand below one name. */
const togetherSeconds = 300;
const dayMs = 86_400_000;

/** A message with what stands above it. */
export type LogLine = {
  message: Message;
  /** The day, above its first message. */
  day: string | undefined;
  isFirstOfAuthor: boolean;
};

export const sentAt = ({ created_at: seconds }: Message): Date => new Date(seconds * 1_000);

/** The lines of messages, which are sorted from old to new. */
export function linesOf(messages: readonly Message[], now: Date): LogLine[] {
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const isNewDay =
      before === undefined || sentAt(before).toDateString() !== sentAt(message).toDateString();
    const follows =
      !isNewDay &&
      before.contact.id === message.contact.id &&
      message.created_at - before.created_at < togetherSeconds;
    return {
      message,
      day: isNewDay ? dayName(sentAt(message), now) : undefined,
      isFirstOfAuthor: !follows,
    };
  });
}

function dayName(day: Date, now: Date): string {
  if (day.toDateString() === now.toDateString()) return messageTexts.today;
  const yesterday = new Date(now.getTime() - dayMs);
  if (day.toDateString() === yesterday.toDateString()) return messageTexts.yesterday;
  return dayText(day, now);
}

const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
export const timeText = (instant: Date): string => times.format(instant);

/** Names of contacts by id, of people who are still members. */
export function namesOf({ members }: ConversationDetail): ReadonlyMap<string, string> {
  return new Map(members.map(({ contactId, name }) => [contactId, name]));
}

/** The name of the author; of somebody who has left, the username. */
export const authorOf = ({ contact }: Message, names: ReadonlyMap<string, string>): string =>
  names.get(contact.id) ?? contact.display_name ?? contact.username;
