import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import type { AccessWrite, RequestForm } from './facts.ts';
import { accessBody, requestBody } from './facts.ts';
import type { Me } from '../session/queries.ts';
import type { Access } from '../access/queries.ts';

export type Preview = components['schemas']['AccessPreview'];

/** The port that is asked for. */
export type Provider = { dataProductId: string; outputPortId: string };

export const productsOfQuery = (team: string) =>
  queryOptions({
    queryKey: ['dataproducts', 'list', { teamId: team }],
    queryFn: (): Promise<Record<string, unknown>[]> => {
      const query = { teamId: [team], size: 200 };
      return read(client.GET('/api/dataproducts', { params: { query } }));
    },
  });

/** Whether a team or the person has access to a port already. */
export const statusQuery = (
  { dataProductId, outputPortId }: Provider,
  teamId: string | undefined,
) =>
  queryOptions({
    queryKey: ['access', 'status', dataProductId, outputPortId, teamId ?? ''],
    queryFn: () =>
      read(
        client.GET('/api/dataproducts/{id}/outputports/{outputPortId}/access-status', {
          params: {
            path: { id: dataProductId, outputPortId },
            query: teamId === undefined ? {} : { teamId },
          },
        }),
      ),
  });

/** What the request would lead to: a dry run, which changes nothing. */
export const requestPreviewQuery = (id: string, body: AccessWrite) =>
  queryOptions({
    queryKey: ['access', id, 'preview', body],
    queryFn: async () => {
      const params = { path: { id }, query: { dryRun: true } };
      const answer = await read(client.PUT('/api/access/{id}', { params, body }));
      return (answer as { access: Preview }).access;
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

export type Sending = { form: RequestForm; me: Me; provider: Provider; key: string };

/** Asks for access; the answer has the id of the access. */
export function useSendRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ form, me, provider, key }: Sending) =>
      read(
        client.POST('/api/dataproducts/{id}/outputports/{outputPortId}/request-access', {
          params: {
            path: { id: provider.dataProductId, outputPortId: provider.outputPortId },
            header: { 'Idempotency-Key': key },
          },
          body: requestBody(form, me),
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
  });
}

type Changing = { form: RequestForm; me: Me; before: Access; etag: string | undefined };

/** Changes a request that is still open. */
export function useChangeRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, me, before, etag }: Changing) => {
      const { dataProductId, outputPortId } = before.provider;
      await read(
        client.PUT('/api/access/{id}', {
          params: {
            path: { id: before.id ?? '' },
            header: etag === undefined ? {} : { 'If-Match': etag },
          },
          body: accessBody(form, me, { dataProductId, outputPortId }, before),
        }),
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
  });
}
