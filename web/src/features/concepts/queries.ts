import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';

const base = '/api/semantics/experimental/namespaces/{namespace}' as const;

type UsagesAnswer =
  paths['/api/semantics/experimental/namespaces/{namespace}/concepts/{id}/usages']['get'];
export type ConceptUsages = UsagesAnswer['responses'][200]['content']['application/json'];

/** The address of a concept below /api. */
export function conceptPath(namespace: string, id: string): string {
  return `/api/semantics/experimental/namespaces/${encodeURIComponent(namespace)}/concepts/${encodeURIComponent(id)}`;
}

export const conceptQuery = (namespace: string, id: string) =>
  queryOptions({
    queryKey: ['concepts', namespace, id],
    queryFn: ({ signal }) =>
      read(client.GET(`${base}/concepts/{id}`, { params: { path: { namespace, id } }, signal })),
  });

export const namespaceQuery = (namespace: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace],
    staleTime: 300_000,
    queryFn: ({ signal }) => read(client.GET(base, { params: { path: { namespace } }, signal })),
  });

/** The contracts and products that link to a concept. */
export const conceptUsagesQuery = (namespace: string, id: string) =>
  queryOptions({
    queryKey: ['concepts', namespace, id, 'usages'],
    queryFn: ({ signal }) =>
      read(
        client.GET(`${base}/concepts/{id}/usages`, { params: { path: { namespace, id } }, signal }),
      ),
  });
