import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Drift = components['schemas']['AssetDrift'];

/** An asset as the server answers it: its text, with the tags and products that it has. */
export type AssetDocument = {
  columns?: readonly Column[] | null;
  assignedTags?: readonly string[];
  assignments?: readonly Assignment[];
};

export type Assignment = { dataProductId: string; outputPortId?: string };

export type Column = {
  name: string;
  type: string;
  description?: string | null;
  required?: boolean | null;
  primaryKey?: boolean | null;
  properties?: readonly Column[] | null;
};

const path = (id: string) => ({ path: { id } });

export const assetDriftQuery = (id: string) =>
  queryOptions({
    queryKey: ['assets', id, 'drift'],
    queryFn: () => read(client.GET('/api/assets/{id}/drift', { params: path(id) })),
  });

export const assetLineageQuery = (id: string) =>
  queryOptions({
    queryKey: ['assets', id, 'lineage'],
    queryFn: () =>
      read(
        client.GET('/api/assets/{id}/lineage', { params: { ...path(id), query: { depth: 1 } } }),
      ),
  });

const maxFound = 8;

/** Data products or tags for a choice. */
export const choicesQuery = (resourceType: 'DATA_PRODUCT' | 'TAG', words: string) =>
  queryOptions({
    queryKey: ['search', 'choices', resourceType, words],
    queryFn: () => {
      const query = { query: words, resourceType: [resourceType], size: maxFound };
      return read(client.GET('/api/search', { params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
