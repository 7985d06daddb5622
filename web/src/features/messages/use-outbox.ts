import { useState } from 'react';
import { newKey } from '../../lib/idempotency.ts';
import { useSend } from './changes.ts';
import type { Attachment } from './types.ts';

/** A message that the server does not have yet. */
export type Waiting = {
  key: string;
  text: string;
  attachments: readonly Attachment[];
  error: Error | null;
};

export type Outbox = {
  waiting: readonly Waiting[];
  send: (text: string, attachments: readonly Attachment[]) => void;
  again: (message: Waiting) => void;
  discard: (message: Waiting) => void;
};

/** What is sent shows at once; what could not be sent stays until it is sent again or discarded. */
export function useOutbox(conversationId: string): Outbox {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const { mutate } = useSend(conversationId);
  const drop = (key: string) => setWaiting((known) => known.filter((each) => each.key !== key));
  const note = (key: string, error: Error | null) =>
    setWaiting((known) => known.map((each) => (each.key === key ? { ...each, error } : each)));
  const post = ({ key, text, attachments }: Waiting) =>
    mutate(
      { key, text, attachments },
      { onSuccess: () => drop(key), onError: (error) => note(key, error) },
    );
  return {
    waiting,
    send: (text, attachments) => {
      const message = { key: newKey(), text, attachments, error: null };
      setWaiting((known) => [...known, message]);
      post(message);
    },
    again: (message) => {
      note(message.key, null);
      post(message);
    },
    discard: ({ key }) => drop(key),
  };
}
