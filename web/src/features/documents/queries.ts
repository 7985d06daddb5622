import { queryOptions } from '@tanstack/react-query';
import { problemOf } from '../../api/problem.ts';
import { noteBuild, noteSessionEnded } from '../../lib/connection.ts';

/** Address below /api of a document: ids of assets and connectors may hold slashes. */
export function documentPath(collection: string, id: string): string {
  return `/api/${collection}/${encodeURIComponent(id)}`;
}

/** Any document as it is stored. Pages made for a kind use the typed client instead. */
export function documentQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: [collection, id, 'document'],
    queryFn: async ({ signal }): Promise<Record<string, unknown>> => {
      const response = await fetch(`/ui${documentPath(collection, id)}`, { signal });
      noteBuild(response.headers.get('x-concordat-build'));
      if (response.status === 401) noteSessionEnded();
      const body: unknown = await response.json();
      if (!response.ok) throw problemOf(response, body);
      return body as Record<string, unknown>;
    },
  });
}
