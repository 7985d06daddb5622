import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';
import { noteBuild, noteSessionEnded } from '../../lib/connection.ts';

/** Address below /api of a document: ids of assets and connectors may hold slashes. */
export function documentPath(collection: string, id: string): string {
  return `/api/${collection}/${encodeURIComponent(id)}`;
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** Calls the API with the session, for kinds that only their collection tells apart. */
export async function send(path: string, init: Init = {}): Promise<Response> {
  const headers = { 'x-requested-with': 'concordat', ...init.headers };
  const response = await fetch(`/ui${path}`, { ...init, headers });
  noteBuild(response.headers.get('x-concordat-build'));
  if (response.status === 401) noteSessionEnded();
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw problemOf(response, body);
}

export type Json = Record<string, unknown>;

/** Any document as it is stored. Pages made for a kind use the typed client instead. */
export function documentQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: [collection, id, 'document'],
    queryFn: async ({ signal }): Promise<Json> =>
      (await (await send(documentPath(collection, id), { signal })).json()) as Json,
  });
}

/** The text of a document as it was written, with the tag that its change sends back. */
export function textQuery(collection: string, id: string, yamlName: string) {
  return queryOptions({
    queryKey: [collection, id, 'text'],
    queryFn: async ({ signal }) => {
      const response = await send(`${documentPath(collection, id)}/${yamlName}`, { signal });
      return { text: await response.text(), etag: response.headers.get('etag') ?? undefined };
    },
  });
}

const pageSize = 50;

/** Documents of a kind that have these words, in pages. */
export function documentsQuery(collection: string, words: string) {
  return infiniteQueryOptions({
    queryKey: [collection, 'list', { words }],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ size: String(pageSize), count: 'true', sort: 'name' });
      if (words !== '') query.set('q', words);
      const response = await send(pageParam ?? `/api/${collection}?${query.toString()}`, {
        signal,
      });
      return {
        documents: (await response.json()) as Json[],
        total: Number(response.headers.get('x-total-count') ?? 0),
        next: nextOf(response.headers.get('link')),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** The address of the next page below /api, from the `Link` header. */
function nextOf(link: string | null): string | undefined {
  const address = /<([^>]+)>;\s*rel="next"/u.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  const { pathname, search } = new URL(address, location.origin);
  return `${pathname.replace(/^\/ui/u, '')}${search}`;
}

/** What a document of the kind may say, for completion. */
export const kindSchemaQuery = (collection: string) =>
  queryOptions({
    queryKey: ['schemas', collection],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const params = { path: { collection } };
      return (await read(client.GET('/ui/schemas/{collection}', { params, signal }))) as JsonSchema;
    },
  });

/** What uses a definition or a source system. */
export const usagesQuery = (collection: 'definitions' | 'sourcesystems', id: string) =>
  queryOptions({
    queryKey: [collection, id, 'usages'],
    queryFn: async () => {
      const params = { params: { path: { id } } };
      const found = await (collection === 'definitions'
        ? read(client.GET('/api/definitions/{id}/usages', params))
        : read(client.GET('/api/sourcesystems/{id}/usages', params)));
      // A definition whose id ends with `/usages` is answered in their place.
      return Array.isArray(found) ? found : [];
    },
  });

const maxCarriers = 50;

/** What the search finds with a tag, a certification or classifications. */
export const carriersQuery = (filter: CarrierFilter) =>
  queryOptions({
    queryKey: ['search', 'carriers', filter],
    queryFn: () => {
      const query = { ...filter, size: maxCarriers };
      return read(client.GET('/api/search', { params: { query } }));
    },
  });

export type CarrierFilter =
  | { tag: string[] }
  | { certification: string[] }
  | { classification: string[] };
