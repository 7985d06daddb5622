import { queryOptions, skipToken } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Team = components['schemas']['Team'];
export type NamedTeam = components['schemas']['PageTeam'];

/** A team with the names of its people; none for a document without an owner. */
export function teamQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['teams', id ?? '', 'document'],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => read(client.GET('/ui/teams/{id}', { params: { path: { id } }, signal })),
    staleTime: 300_000,
  });
}

const maxTeams = 1000;

/** All teams, by name. */
export const teamsQuery = queryOptions({
  queryKey: ['teams', 'list', {}],
  queryFn: async ({ signal }) => {
    const query = { size: maxTeams };
    const teams = (await read(client.GET('/api/teams', { params: { query }, signal }))) as Team[];
    return teams.toSorted((left, right) => left.name.localeCompare(right.name));
  },
});

/** What a team owns: products and contracts, the newest change first. */
export function ownedQuery(teamId: string) {
  return queryOptions({
    queryKey: ['search', 'owned', teamId],
    queryFn: ({ signal }) => {
      const resourceType = ['DATA_PRODUCT' as const, 'DATA_CONTRACT' as const];
      const query = { teamId: [teamId], resourceType, size: 50 };
      return read(client.GET('/api/search', { params: { query }, signal }));
    },
  });
}
