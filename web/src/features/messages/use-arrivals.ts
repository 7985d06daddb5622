import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { messageTexts } from '../../texts/messages/messages.ts';
import { authorOf, namesOf } from './log/log-lines.ts';
import { countMarks } from './read-marks.ts';
import type { ConversationDetail, Message } from './types.ts';
import { readV1 } from './v1.ts';

/**
 * Marks messages of others that arrive while the conversation is open as read, speaks the last of them, and takes the unread count of
 * the conversation away at once.
 */
export function useArrivals(conversation: ConversationDetail, messages: readonly Message[]): void {
  const queryClient = useQueryClient();
  const lastSeen = useRef<string>(undefined);
  useEffect(() => {
    const newest = messages.at(-1);
    if (newest === undefined || document.hidden) return;
    // The first list was read with its marks.
    const seen = messages.findIndex(({ id }) => id === lastSeen.current);
    const arrived = seen === -1 ? [] : messages.slice(seen + 1);
    lastSeen.current = newest.id;
    countMarks(queryClient, conversation.id);
    takeArrivals(conversation, arrived);
  }, [queryClient, conversation, messages]);
}

function takeArrivals(conversation: ConversationDetail, arrived: readonly Message[]): void {
  const me = conversation.members.find(({ isMe }) => isMe)?.contactId;
  const foreign = arrived.filter(({ contact }) => contact.id !== me);
  for (const each of foreign) void markRead(each);
  const last = foreign.at(-1);
  if (last === undefined) return;
  announce(messageTexts.arrived(authorOf(last, namesOf(conversation)), last.message));
}

async function markRead({ id, created_at: at }: Message): Promise<void> {
  const body = { read_at: Math.max(at, Math.floor(Date.now() / 1_000)) };
  // A mark that fails is set by the next reading.
  await readV1(`/messages/${encodeURIComponent(id)}`, { method: 'PUT', body }).catch(
    () => undefined,
  );
}
