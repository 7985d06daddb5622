import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import type { OrganizationRole, TeamRoles } from './queries.ts';

function usePeopleChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['organization'] }),
        queryClient.invalidateQueries({ queryKey: ['teams'] }),
      ]),
  });
}

const putRole = (emailAddress: string, role: OrganizationRole, custom = {}) =>
  read(
    client.PUT('/api/organization/members/{emailAddress}', {
      params: { path: { emailAddress } },
      body: { emailAddress, role, custom },
    }),
  );

export type NewPerson = {
  email: string;
  role: OrganizationRole;
  name: string;
  /** Id of a team; empty for none. */
  team: string;
  teamRole: string;
  isInvited: boolean;
};

/** Adds a person to the organization and to a team, and sends the invitation. */
export const useAddPerson = () =>
  usePeopleChange(async ({ email, role, name, team, teamRole, isInvited }: NewPerson) => {
    await putRole(email, role);
    if (team === '') return;
    const path = { id: team, emailAddress: email };
    await read(
      client.PUT('/api/teams/{id}/members/{emailAddress}', {
        params: { path },
        body: { role: teamRole, name: name || null },
      }),
    );
    if (!isInvited) return;
    await read(
      client.POST('/api/teams/{id}/members/{emailAddress}/invite', {
        params: { path, header: newKeyHeader() },
      }),
    );
  });

type RoleChange = {
  email: string;
  role: OrganizationRole;
  custom: Record<string, string> | undefined;
};

/** Changes the role of a person in the organization. */
export const useChangeRole = () =>
  usePeopleChange(({ email, role, custom }: RoleChange) => putRole(email, role, custom));

export const useRemovePerson = () =>
  usePeopleChange((emailAddress: string) =>
    read(
      client.DELETE('/api/organization/members/{emailAddress}', {
        params: { path: { emailAddress } },
      }),
    ),
  );

/** Replaces the roles of teams. */
export const usePutTeamRoles = () =>
  usePeopleChange((body: TeamRoles) => read(client.PUT('/api/settings/team-roles', { body })));
