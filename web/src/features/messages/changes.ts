import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import { dropMessage, storeMessage } from './message-cache.ts';
import { withReaction } from './log/reactions.ts';
import type { Attachment, Message, Person } from './types.ts';
import { readTaggedV1, readV1 } from './v1.ts';

const pathOf = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`;

/** Reads the lists of conversations again, and what is shown of this one. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async (id?: string) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['messages', 'conversations'] }),
      ...(id === undefined
        ? []
        : [queryClient.invalidateQueries({ queryKey: ['messages', 'conversation', id] })]),
    ]);
  };
}

/** Uploads a file, which the next message carries. */
export const useUpload = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('file', file);
      form.set('filename', file.name);
      return readV1('/attachments', {
        method: 'POST',
        form,
        headers: newKeyHeader(),
      }) as Promise<Attachment>;
    },
  });

export type NewMessage = { text: string; attachments: readonly Attachment[]; key: string };

/** Sends a message. The same key sends it once, however often it is tried. */
export function useSend(conversationId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ text, attachments, key }: NewMessage) =>
      readV1('/messages', {
        method: 'POST',
        body: {
          conversation_id: conversationId,
          message: text,
          ...(attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }),
        },
        headers: { 'Idempotency-Key': key },
      }) as Promise<Message>,
    onSuccess: (message) => {
      storeMessage(queryClient, message, true);
      void refresh();
    },
  });
}

/** Gives or takes back a reaction; it is shown at once. */
export function useReact(username: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ message, name, isGiven }: ReactInput) =>
      readV1(pathOf('messages', message.id), {
        method: 'PUT',
        body: { reactions: { [name]: isGiven ? [username] : [] } },
      }) as Promise<Message>,
    onMutate: ({ message, name, isGiven }) =>
      storeMessage(queryClient, withReaction(message, name, username, isGiven), false),
    onSuccess: (message) => storeMessage(queryClient, message, false),
    onError: (_, { message }) => storeMessage(queryClient, message, false),
  });
}

type ReactInput = { message: Message; name: string; isGiven: boolean };

/** Changes the text of an own message, unless it has changed since it was read. */
export function useEditMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, text }: { id: string; text: string }) => {
      const { etag } = await readTaggedV1(pathOf('messages', id));
      return readV1(pathOf('messages', id), {
        method: 'PUT',
        body: { message: text },
        ...(etag !== undefined && { headers: { 'If-Match': etag } }),
      }) as Promise<Message>;
    },
    onSuccess: (message) => storeMessage(queryClient, message, false),
  });
}

/** Deletes a message with its files, for all. */
export function useDeleteMessage(conversationId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => readV1(pathOf('messages', id), { method: 'DELETE' }),
    onSuccess: (_, id) => {
      dropMessage(queryClient, conversationId, id);
      void refresh();
    },
  });
}

export type ConversationChange = {
  is_pinned?: boolean;
  is_muted?: boolean;
  /** Unix seconds; null takes it out of the archive. */
  archived_at?: number | null;
};

/** Changes what only this person sees of a conversation. */
export function useChangeConversation(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ConversationChange) =>
      readV1(pathOf('conversations', id), { method: 'PUT', body }),
    onSuccess: () => refresh(id),
  });
}

/** The contact of a person; a person who has not written yet gets one. */
async function contactOf({ contactId, personId, email }: Person): Promise<string> {
  if (contactId !== null) return contactId;
  const path = { person: personId ?? email ?? '' };
  const contact = await read(
    client.POST('/ui/messaging/people/{person}/contact', {
      params: { path, header: newKeyHeader() },
    }),
  );
  return contact.id;
}

type NewConversation = { people: readonly Person[]; groupName: string };

/** Begins a conversation with one person, or a group with several. Returns the id of the conversation. */
export function useBeginConversation() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ people, groupName }: NewConversation) => {
      const contacts = await Promise.all(people.map(contactOf));
      const body =
        groupName === ''
          ? { contact_id: contacts[0] }
          : {
              group_id: (
                (await readV1('/groups', {
                  method: 'POST',
                  body: { name: groupName, contacts },
                  headers: newKeyHeader(),
                })) as { id: string }
              ).id,
            };
      const conversation = { method: 'POST', body, headers: newKeyHeader() } as const;
      return ((await readV1('/conversations', conversation)) as { id: string }).id;
    },
    onSuccess: () => refresh(),
  });
}

/** Changes the name or the members of a group. */
export function useChangeGroup(conversationId: string, groupId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ name, contacts, added = [] }: GroupChange) => {
      const ids = contacts && [...contacts, ...(await Promise.all(added.map(contactOf)))];
      const body = { ...(name !== undefined && { name }), ...(ids && { contacts: ids }) };
      return readV1(pathOf('groups', groupId), { method: 'PUT', body });
    },
    onSuccess: () => refresh(conversationId),
  });
}

type GroupChange = { name?: string; contacts?: readonly string[]; added?: readonly Person[] };

/** Deletes a conversation with its messages, for all members. */
export function useDeleteConversation(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => readV1(pathOf('conversations', id), { method: 'DELETE' }),
    onSuccess: () => refresh(),
  });
}
