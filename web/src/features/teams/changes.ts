import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';

/** A write of a part of the team, after which the team is read again. */
function useTeamChange<Input, Answer>(id: string, mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams', id] }),
  });
}

export type MemberWrite = {
  email: string;
  entry: { role: string | null; name: string | null };
  /** Undefined adds a new member, and is refused if the person is in the team already. */
  etag: string | undefined;
};

/** Adds a person, or changes the entry that was read. */
export const usePutMember = (id: string) =>
  useTeamChange(id, ({ email, entry, etag }: MemberWrite) =>
    read(
      client.PUT('/api/teams/{id}/members/{emailAddress}', {
        params: {
          path: { id, emailAddress: email },
          header: etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag },
        },
        body: entry,
      }),
    ),
  );

export const useRemoveMember = (id: string) =>
  useTeamChange(id, (emailAddress: string) =>
    read(
      client.DELETE('/api/teams/{id}/members/{emailAddress}', {
        params: { path: { id, emailAddress } },
      }),
    ),
  );

export const useInvite = (id: string) =>
  useTeamChange(id, (emailAddress: string) =>
    read(
      client.POST('/api/teams/{id}/members/{emailAddress}/invite', {
        params: { path: { id, emailAddress }, header: newKeyHeader() },
      }),
    ),
  );

export type ChannelWrite = components['schemas']['NotificationChannelWrite'];

export const usePutChannel = (id: string) =>
  useTeamChange(id, (body: ChannelWrite) =>
    read(
      client.PUT('/api/teams/{id}/notification-channels/{channelId}', {
        params: { path: { id, channelId: body.id } },
        body,
      }),
    ),
  );

export const useDeleteChannel = (id: string) =>
  useTeamChange(id, (channelId: string) =>
    read(
      client.DELETE('/api/teams/{id}/notification-channels/{channelId}', {
        params: { path: { id, channelId } },
      }),
    ),
  );

/** Sends a test message; the answer names the notification, whose state says what the chat answered. */
export const useTestChannel = (id: string) =>
  useTeamChange(id, (channelId: string) =>
    read(
      client.POST('/api/teams/{id}/notification-channels/{channelId}/test', {
        params: { path: { id, channelId }, header: newKeyHeader() },
      }),
    ),
  );

export type ConnectionWrite = components['schemas']['TeamConnection'] & { id: string };

export const usePutConnection = (id: string) =>
  useTeamChange(id, (body: ConnectionWrite) =>
    read(
      client.PUT('/api/teams/{id}/connections/{connectionId}', {
        params: { path: { id, connectionId: body.id } },
        body,
      }),
    ),
  );

export const useDeleteConnection = (id: string) =>
  useTeamChange(id, (connectionId: string) =>
    read(
      client.DELETE('/api/teams/{id}/connections/{connectionId}', {
        params: { path: { id, connectionId } },
      }),
    ),
  );

export type KeyRequest = {
  displayName: string;
  scope: 'team' | 'team_read';
  expiresAt: string | null;
};

/** Creates a key; its text is in the answer only, and is not kept by the page. */
export const useCreateKey = (id: string) =>
  useTeamChange(id, (request: KeyRequest) =>
    read(client.POST('/api/api-keys', { body: { ...request, teamId: id } })),
  );

export const useRevokeKey = (id: string) =>
  useTeamChange(id, (keyId: string) =>
    read(client.DELETE('/api/api-keys/{id}', { params: { path: { id: keyId } } })),
  );
