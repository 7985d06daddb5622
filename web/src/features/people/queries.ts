import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

export type OrganizationMember = components['schemas']['OrganizationMember'];
export type OrganizationRole = OrganizationMember['role'];
export type TeamRoles = components['schemas']['TeamRolesSettings'];
export type TeamRole = components['schemas']['TeamRole'];
export type Explanation = components['schemas']['PermissionExplanation'];

const pageSize = 1_000;

/** All people of the organization with their role in it. */
export const organizationMembersQuery = queryOptions({
  queryKey: ['organization', 'members'],
  queryFn: async ({ signal }) => {
    const members: OrganizationMember[] = [];
    let after: string | undefined;
    do {
      const query = { size: pageSize, ...(after !== undefined && { after }) };
      const sent = client.GET('/api/organization/members', { params: { query }, signal });
      members.push(...(await read(sent)));
      after = nextKeyOf((await sent).response);
    } while (after !== undefined);
    return members;
  },
});

/** The roles of teams: built-in or own ones. */
export const teamRolesQuery = queryOptions({
  queryKey: ['organization', 'team-roles'],
  queryFn: ({ signal }) => read(client.GET('/api/settings/team-roles', { signal })),
});

/** All that a person may or may not do with a resource. */
export const simulationQuery = (email: string, resource: string) =>
  queryOptions({
    queryKey: ['permissions', 'simulation', email, resource],
    queryFn: async ({ signal }): Promise<Explanation[]> => {
      const query = { email, resource: [resource] };
      const answer = await read(
        client.GET('/api/permissions/explain', { params: { query }, signal }),
      );
      return 'explanations' in answer ? answer.explanations : [answer];
    },
    enabled: email !== '' && resource !== '',
    staleTime: 0,
  });
