import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { paths } from '../../../api/schema.d.ts';

export type Generator =
  paths['/api/generators']['get']['responses'][200]['content']['application/json'][number];

type Body = NonNullable<
  paths['/api/datacontracts/{id}/generate']['post']['requestBody']
>['content']['application/json'];

/** What is asked for; empty options are left out. */
export type Choice = {
  type: string;
  dialect?: string | undefined;
  compat?: string | undefined;
  server?: string | undefined;
  prompt?: string | undefined;
};

export type Generated =
  paths['/api/datacontracts/{id}/generate']['post']['responses'][200]['content']['application/json'];

/** The generated files. Nothing is stored, so that asking again is like reading. */
export const generatedQuery = (id: string, choice: Choice | undefined) =>
  queryOptions({
    queryKey: ['datacontracts', id, 'generated', choice],
    enabled: choice !== undefined,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const options = Object.entries(choice ?? {}).filter(([, value]) => value !== undefined);
      return read(
        client.POST('/api/datacontracts/{id}/generate', {
          params: { path: { id } },
          body: Object.fromEntries(options) as Body,
          signal,
        }),
      );
    },
  });
