import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { teamsQuery } from '../../teams/queries.ts';

/** A value that is offered while something is typed. */
export type Choice = { value: string; name?: string };

/** All teams, each by a name of its own. */
export function useTeamChoices(): readonly { id: string; name: string }[] {
  const teams = useQuery(teamsQuery).data ?? [];
  const counts = new Map<string, number>();
  for (const { name } of teams) counts.set(name, (counts.get(name) ?? 0) + 1);
  return teams.map(({ id, name }) => ({
    id,
    name: (counts.get(name) ?? 0) > 1 ? `${name} (${id})` : name,
  }));
}

/** The types that products of the organization can have. */
export const productTypesQuery = queryOptions({
  queryKey: ['settings', 'dataproduct-types'],
  staleTime: 300_000,
  queryFn: async ({ signal }) =>
    (await read(client.GET('/api/settings/dataproduct-types', { signal }))).dataProductTypes,
});

/** The enabled types, each with its name. */
export function useProductTypeChoices(): readonly Choice[] {
  const types = useQuery(productTypesQuery).data ?? [];
  return types
    .filter(({ enabled }) => enabled)
    .map(({ id, labels }) => ({ value: id, name: labels.en ?? id }));
}

type Scheme = components['schemas']['ClassificationScheme'];

const schemesQuery = queryOptions({
  queryKey: ['classification-schemes', 'list', {}],
  staleTime: 300_000,
  queryFn: async ({ signal }) =>
    (await read(client.GET('/api/classification-schemes', { signal }))) as Scheme[],
});

const none: readonly Choice[] = [];

/** Levels of the schemes of the organization. */
export function useClassificationChoices(): readonly Choice[] {
  const schemes = useQuery(schemesQuery).data;
  if (schemes === undefined) return none;
  const levels = schemes.flatMap(({ classifications }) => classifications ?? []);
  return [...new Map(levels.map(({ externalId, name }) => [externalId, name]))].map(
    ([value, name]) => ({ value, name }),
  );
}
