import { queryOptions, skipToken } from '@tanstack/react-query';
import { client, read, readTagged } from '../../api/client.ts';
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

const pageSize = 1000;

/** All teams, by name: trees and choices need every one. */
export const teamsQuery = queryOptions({
  queryKey: ['teams', 'list', {}],
  queryFn: async ({ signal }) => {
    const teams: Team[] = [];
    let page: Team[];
    do {
      const query = { size: pageSize, p: teams.length / pageSize };
      page = (await read(client.GET('/api/teams', { params: { query }, signal }))) as Team[];
      teams.push(...page);
    } while (page.length === pageSize);
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

const teamPath = (id: string) => ({ params: { path: { id } } });

/** One member with the tag that a change of this member sends back. */
export const memberQuery = (id: string, emailAddress: string) =>
  queryOptions({
    queryKey: ['teams', id, 'members', emailAddress],
    queryFn: () =>
      readTagged(
        client.GET('/api/teams/{id}/members/{emailAddress}', {
          params: { path: { id, emailAddress } },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export const channelsQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'channels'],
    queryFn: () => read(client.GET('/api/teams/{id}/notification-channels', teamPath(id))),
  });

export const connectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'connections'],
    queryFn: () => read(client.GET('/api/teams/{id}/connections', teamPath(id))),
  });

export const keysQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'keys'],
    queryFn: () => read(client.GET('/api/teams/{id}/api-keys', teamPath(id))),
  });

/** What the team was sent last; only people who may change the team may read it. */
export const sentQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'notifications'],
    queryFn: () => read(client.GET('/api/teams/{id}/notifications', teamPath(id))),
  });
