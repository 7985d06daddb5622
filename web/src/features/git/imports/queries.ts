import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { nextKeyOf } from '../../../lib/next-key.ts';
import { pollEvery } from '../../../lib/poll.ts';
import type { Verdict } from './import-search.ts';

export type GitImport = components['schemas']['GitImport'];
export type GitImportFile = components['schemas']['GitImportFile'];

const pollMs = 1_000;
const pageSize = 100;

export const keyOfImport = (id: string) => ['git-imports', id] as const;

export const isOpen = ({ outcome }: GitImport): boolean => outcome === null;

/** An import with the numbers of its files, read again each second while it is going on. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOfImport(id), 'state'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/git-imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) =>
      query.state.data !== undefined && isOpen(query.state.data) ? pollEvery(pollMs)(query) : false,
  });

/** Number of files that have a verdict. */
export const judgedOf = ({ files }: GitImport): number =>
  Object.values(files).reduce((sum, count) => sum + count, 0);

/** Files with their verdicts, by path, 100 at a time; read again when more of them are judged. */
export const importFilesQuery = (id: string, verdict: Verdict | undefined, judged: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOfImport(id), 'files', verdict, judged],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: pageSize,
        ...(pageParam !== '' && { after: pageParam }),
        ...(verdict !== undefined && { verdict }),
      };
      const params = { path: { id }, query };
      const sent = client.GET('/api/git-imports/{id}/files', { params, signal });
      return { files: await read(sent), next: nextKeyOf((await sent).response) };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
