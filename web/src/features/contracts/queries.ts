import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components, paths } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

export type Model = components['schemas']['ContractModel'];
export type ModelTable = components['schemas']['ContractModelTable'];
export type ModelField = components['schemas']['ContractModelField'];
export type ModelCheck = components['schemas']['ContractModelCheck'];
export type ResultHead = components['schemas']['TestResultHead'];
export type TestSchedule = components['schemas']['TestSchedule'];

type BodyOf<
  Path extends keyof paths,
  Method extends keyof paths[Path],
> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type Usages = BodyOf<'/api/datacontracts/{id}/usages', 'get'>;
export type ContractChange = BodyOf<'/api/datacontracts/{id}/changes', 'get'>[number];
export type Revision = BodyOf<'/api/datacontracts/{id}/versions', 'get'>[number];
export type AuditEntry = BodyOf<'/api/datacontracts/{id}/audit', 'get'>[number];

const base = 'datacontracts';
const pathOf = (id: string) => ({ path: { id } });

/** Everything of a contract that a test may change. */
export const keyOfContract = (id: string) => [base, id] as const;

export const modelQuery = (id: string, server?: string) =>
  queryOptions({
    queryKey: [base, id, 'model', server ?? null],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/datacontracts/{id}/model', {
          params: { ...pathOf(id), query: server === undefined ? {} : { server } },
          signal,
        }),
      ),
  });

export const usagesQuery = (id: string) =>
  queryOptions({
    queryKey: [base, id, 'usages'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/datacontracts/{id}/usages', { params: pathOf(id), signal })),
  });

export const trendQuery = (id: string, server?: string) =>
  queryOptions({
    queryKey: [base, id, 'trend', server ?? null],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/datacontracts/{id}/test-results/trend', {
          params: { ...pathOf(id), query: server === undefined ? {} : { server } },
          signal,
        }),
      ),
  });

type CheckedPart = { model: string; field: string; server: string | undefined };

/** The checks of a field over 30 days. */
export const checkHistoryQuery = (id: string, { model, field, server }: CheckedPart) =>
  queryOptions({
    queryKey: [base, id, 'check-history', model, field, server ?? null],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/datacontracts/{id}/test-results/checks', {
          params: {
            ...pathOf(id),
            query: { model, field, ...(server !== undefined && { server }) },
          },
          signal,
        }),
      ),
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: [base, id, 'test-schedule'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/datacontracts/{id}/test-schedule', { params: pathOf(id), signal })),
  });

type Sent<Row> = Promise<{ data?: Row[]; error?: unknown; response: Response }>;

async function readList<Row>(sent: Sent<Row>): Promise<{ rows: Row[]; next: string | undefined }> {
  const { data, error, response } = await sent;
  if (!response.ok) throw problemOf(response, error);
  return { rows: data ?? [], next: nextKeyOf(response) };
}

type Paged = { after?: string; size?: number };
const pageOf = (after: string, size = 50): Paged => (after === '' ? { size } : { after, size });

export type ResultFilter = { server?: string | undefined; failed: boolean };

export const resultsQuery = (id: string, { server, failed }: ResultFilter) =>
  infiniteQueryOptions({
    queryKey: [base, id, 'results', server ?? null, failed],
    initialPageParam: '',
    getNextPageParam: (page: { next: string | undefined }) => page.next,
    queryFn: ({ pageParam, signal }) =>
      readList(
        client.GET('/api/test-results', {
          params: {
            query: {
              dataContractId: id,
              ...pageOf(pageParam),
              ...(server !== undefined && { server }),
              ...(failed && { result: ['failed' as const, 'error' as const] }),
            },
          },
          signal,
        }),
      ),
  });

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [base, id, 'versions'],
    initialPageParam: '',
    getNextPageParam: (page: { next: string | undefined }) => page.next,
    queryFn: ({ pageParam, signal }) =>
      readList(
        client.GET('/api/datacontracts/{id}/versions', {
          params: { ...pathOf(id), query: pageOf(pageParam) },
          signal,
        }),
      ),
  });

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [base, id, 'changes'],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/datacontracts/{id}/changes', {
          params: { ...pathOf(id), query: { size: 100 } },
          signal,
        }),
      ),
  });

export const auditQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [base, id, 'audit'],
    initialPageParam: '',
    getNextPageParam: (page: { next: string | undefined }) => page.next,
    retry: false,
    queryFn: ({ pageParam, signal }) =>
      readList(
        client.GET('/api/datacontracts/{id}/audit', {
          params: { ...pathOf(id), query: pageOf(pageParam) },
          signal,
        }),
      ),
  });

/** The document as YAML: as it was written, or one of its revisions. */
export const yamlQuery = (id: string, revision?: number) =>
  queryOptions({
    queryKey: [base, id, 'yaml', revision ?? null],
    staleTime: revision === undefined ? 30_000 : Infinity,
    queryFn: async ({ signal }) => {
      const address = `/ui/api/datacontracts/${encodeURIComponent(id)}/datacontract.yaml`;
      const query = revision === undefined ? '' : `?version=${revision}`;
      const response = await fetch(`${address}${query}`, { signal });
      if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
      return response.text();
    },
  });

export const generatorsQuery = queryOptions({
  queryKey: ['generators'],
  staleTime: 300_000,
  queryFn: ({ signal }) => read(client.GET('/api/generators', { signal })),
});
