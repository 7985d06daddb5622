import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { countMarks } from './read-marks.ts';
import type { ConversationDetail, Message } from './types.ts';
import { readV1 } from './v1.ts';

/** Marks messages that arrive while the conversation is open, and takes its unread count away at once. */
export function useMarkRead(conversation: ConversationDetail, messages: readonly Message[]): void {
  const queryClient = useQueryClient();
  const lastSeen = useRef<string>(undefined);
  const me = conversation.members.find(({ isMe }) => isMe)?.contactId;
  const { id } = conversation;
  useEffect(() => {
    const newest = messages.at(-1);
    if (newest === undefined || document.hidden) return;
    const from = messages.findIndex((each) => each.id === lastSeen.current) + 1;
    // The first list was read with its marks.
    const arrived = lastSeen.current === undefined ? [] : messages.slice(from);
    lastSeen.current = newest.id;
    countMarks(queryClient, id);
    for (const each of arrived) {
      if (each.contact.id !== me) void markRead(each);
    }
  }, [queryClient, id, me, messages]);
}

async function markRead({ id, created_at: at }: Message): Promise<void> {
  const body = { read_at: Math.max(at, Math.floor(Date.now() / 1_000)) };
  // A mark that fails is set by the next reading.
  await readV1(`/messages/${encodeURIComponent(id)}`, { method: 'PUT', body }).catch(
    () => undefined,
  );
}
