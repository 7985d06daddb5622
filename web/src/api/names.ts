import { queryOptions } from '@tanstack/react-query';
import { client, read } from './client.ts';

/** The names of teams, people and documents by their references, such as `team:checkout`; names change rarely. */
export const namesQuery = (refs: readonly string[]) =>
  queryOptions({
    queryKey: ['names', ...refs],
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const { names } = await read(client.POST('/ui/names', { body: { refs: [...refs] } }));
      return new Map(names.flatMap(({ ref, name }) => (name === null ? [] : [[ref, name]])));
    },
    enabled: refs.length > 0,
    staleTime: 300_000,
  });
