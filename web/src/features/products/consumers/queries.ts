import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { newKeyHeader } from '../../../lib/idempotency.ts';
import type { Access } from '../../access/queries.ts';

export type ProductGrants = components['schemas']['ProductGrants'];
export type Grant = ProductGrants['grants'][number];
export type Alert = ProductGrants['alerts'][number];
export type Effect = components['schemas']['Effects']['effects'][number];

/** The grants that should exist now for the ports of a product, open alerts about them, and whether the reader decides. */
export const grantsQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', 'list', 'grants', id],
    queryFn: ({ signal }) =>
      read(client.GET('/ui/dataproducts/{id}/grants', { params: { path: { id } }, signal })),
  });

const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** What the end of an access now would lead to: a dry run. */
export const endPreviewQuery = (id: string, etag: string | undefined) =>
  queryOptions({
    queryKey: ['access', id, 'end', etag],
    retry: false,
    queryFn: async (): Promise<readonly Effect[]> => {
      const params = { path: { id }, query: { dryRun: true } };
      const answer = await read(client.POST('/api/access/{id}/cancel', { params, body: {} }));
      return (answer as unknown as components['schemas']['Effects']).effects;
    },
  });

/** What a write of accesses makes stale. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['access'] }),
      queryClient.invalidateQueries({ queryKey: ['todo'] }),
    ]);
}

export function useResolve() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      read(
        client.POST('/api/access/alerts/{id}/resolve', {
          params: { path: { id }, header: newKeyHeader() },
        }),
      ),
    onSettled: refresh,
  });
}

type Ending = { id: string; etag: string | undefined; note: string };

export function useEnd() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, etag, note }: Ending) =>
      read(
        client.POST('/api/access/{id}/cancel', {
          params: { path: { id }, header: { ...ifMatch(etag), ...newKeyHeader() } },
          body: note === '' ? {} : { note },
        }),
      ),
    onSettled: refresh,
  });
}

type Reassessing = { access: Access; etag: string | undefined; date: string };

/** Keeps the access, and says when somebody looks at it again. */
export function useReassess() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ access, etag, date }: Reassessing) =>
      read(
        client.PUT('/api/access/{id}', {
          params: { path: { id: access.id ?? '' }, header: ifMatch(etag) },
          body: bodyOf(access, date),
        }),
      ),
    onSettled: refresh,
  });
}

type AccessWrite = components['schemas']['AccessWrite'];

/** The members that a person writes; what the server adds to an answer is left out. */
function bodyOf(access: Access, nextReassessmentDate: string): AccessWrite {
  const { info, provider, consumer, roles, tags, links, custom } = access;
  const { purpose, individualAgreements, startDate, endDate } = info;
  const { dataProductId, teamId, userId } = consumer;
  return {
    ...withoutAbsent({ roles, tags, links, custom }),
    info: {
      ...withoutAbsent({ individualAgreements, startDate, endDate }),
      purpose,
      nextReassessmentDate,
    },
    provider: { dataProductId: provider.dataProductId, outputPortId: provider.outputPortId },
    consumer: dataProductId ? { dataProductId } : userId ? { userId } : { teamId },
  } as AccessWrite;
}

const withoutAbsent = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Members>;
