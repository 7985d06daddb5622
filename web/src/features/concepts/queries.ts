import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components, paths } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

const base = '/api/semantics/experimental/namespaces/{namespace}' as const;

export type ListedConcept = components['schemas']['ListedConcept'];
export type OntologyConcept = components['schemas']['OntologyConcept'];
export type Neighbours = components['schemas']['ConceptNeighbours'];
export type PageNamespace = components['schemas']['PageNamespace'];
type UsagesAnswer =
  paths['/api/semantics/experimental/namespaces/{namespace}/concepts/{id}/usages']['get'];
export type ConceptUsages = UsagesAnswer['responses'][200]['content']['application/json'];

/** The address of a concept below /api. */
export function conceptPath(namespace: string, id: string): string {
  return `/api/semantics/concepts/${encodeURIComponent(namespace)}/${encodeURIComponent(id)}`;
}

export const conceptQuery = (namespace: string, id: string) =>
  queryOptions({
    queryKey: ['concepts', namespace, id],
    queryFn: ({ signal }) => {
      const params = { path: { namespace, id } };
      return read(client.GET('/api/semantics/concepts/{namespace}/{id}', { params, signal }));
    },
  });

export const namespaceQuery = (namespace: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'document'],
    staleTime: 300_000,
    queryFn: ({ signal }) => read(client.GET(base, { params: { path: { namespace } }, signal })),
  });

const maxNamespaces = 200;

/** The namespaces with their concepts and branches in numbers. */
export const namespacesQuery = queryOptions({
  queryKey: ['namespaces', 'list'],
  queryFn: ({ signal }) =>
    read(client.GET('/ui/namespaces', { params: { query: { size: maxNamespaces } }, signal })),
});

export type ConceptFilter = {
  query?: string;
  namespace?: string;
  type?: 'EntityType' | 'ValueType';
};

const pageSize = 50;

/** Concepts by namespace and id, page by page: a namespace may have 200,000. */
export const conceptsQuery = (filter: ConceptFilter) =>
  infiniteQueryOptions({
    queryKey: ['concepts', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, size: pageSize, ...(pageParam && { after: pageParam }) };
      const sent = client.GET('/api/semantics/concepts', { params: { query }, signal });
      return { concepts: await read(sent), next: nextKeyOf((await sent).response) };
    },
    getNextPageParam: ({ next }) => next,
  });

/** The concepts around a concept. */
export const neighboursQuery = (namespace: string, id: string, limit: number) =>
  queryOptions({
    queryKey: ['concepts', namespace, id, 'neighbours', limit],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/semantics/concepts/{namespace}/{id}/neighbours', {
          params: { path: { namespace, id }, query: { depth: 1, limit } },
          signal,
        }),
      ),
  });

/** The contracts and products that link to a concept, page by page. */
export const conceptUsagesQuery = (namespace: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['concepts', namespace, id, 'usages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: pageSize, ...(pageParam && { after: pageParam }) };
      const params = { path: { namespace, id }, query };
      const sent = client.GET(`${base}/concepts/{id}/usages`, { params, signal });
      const { usages } = await read(sent);
      return { usages, next: nextKeyOf((await sent).response) };
    },
    getNextPageParam: ({ next }) => next,
  });
