import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { productFacts } from './product-facts.ts';

export type ProductQuality = components['schemas']['DataProductQuality'];
export type ProductScore = components['schemas']['ExplainedDataProductScore'];
export type PortQuality = ProductQuality['ports'][number];
export type Lineage = components['schemas']['DataProductLineage'];
export type Drift = components['schemas']['AssetDrift'];
export type ExampleData = components['schemas']['ExampleData'];
export type ContractModel = components['schemas']['ContractModel'];
export type ContractChanges = components['schemas']['ContractChanges'];

const path = (id: string) => ({ path: { id } });

/** The product in the current standard, also if it was written in an older one. */
export function productQuery(id: string) {
  return queryOptions({
    // Not 'document': that is the product as it was written, which the sheet of a request reads.
    queryKey: ['dataproducts', id, 'facts'],
    queryFn: async ({ signal }) => {
      const query = { format: 'odps' as const };
      return productFacts(
        await read(
          client.GET('/api/dataproducts/{id}', { params: { ...path(id), query }, signal }),
        ),
      );
    },
  });
}

/** The newest results of all ports, their last 30 days, and the score of the product. */
export function qualityQuery(id: string) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'quality'],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/dataproducts/{id}/quality', {
          params: { ...path(id), query: { score: true } },
          signal,
        }),
      ),
  });
}

export function lineageQuery(id: string, depth: number) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'lineage', depth],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/dataproducts/{id}/lineage', {
          params: { ...path(id), query: { depth } },
          signal,
        }),
      ),
  });
}

export function driftQuery(id: string) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'drift'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/dataproducts/{id}/drift', { params: path(id), signal })),
  });
}

/** At most this many consumers are shown. */
export const maxConsumers = 200;

/** Everybody who uses the product, or asks to. */
export function consumersQuery(id: string) {
  return queryOptions({
    queryKey: ['access', 'list', { providerDataProductId: id }],
    queryFn: ({ signal }) => {
      const query = { providerDataProductId: id, size: maxConsumers };
      return read(client.GET('/api/access', { params: { query }, signal }));
    },
  });
}

export function exampleDataQuery(id: string) {
  return queryOptions({
    queryKey: ['example-data', 'list', { dataProductId: id }],
    queryFn: ({ signal }) => {
      const query = { dataProductId: id, size: 100 };
      return read(client.GET('/api/example-data', { params: { query }, signal }));
    },
  });
}

/** At most this many costs are shown. */
export const maxCosts = 500;

export function costsQuery(id: string) {
  return queryOptions({
    queryKey: ['costs', 'list', { dataProductId: id }],
    queryFn: ({ signal }) => {
      const query = { dataProductId: id, size: maxCosts };
      return read(client.GET('/api/costs', { params: { query }, signal }));
    },
  });
}

/** At most this many users or teams are shown; there are fewer days. */
export const maxUsageEntries = 200;

/** The uses of the product since a day. */
export function usageQuery(id: string, by: 'day' | 'team' | 'user' | 'outputPort', from: string) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'usage', { by, from }],
    queryFn: ({ signal }) => {
      const query = { by, from, size: maxUsageEntries };
      return read(
        client.GET('/api/dataproducts/{id}/usage', { params: { ...path(id), query }, signal }),
      );
    },
  });
}

export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'versions'],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/dataproducts/{id}/versions', {
          params: { ...path(id), query: { size: 100 } },
          signal,
        }),
      ),
  });
}

/** The product as it was in one revision. */
export function revisionQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'revision', version],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/dataproducts/{id}', {
          params: { ...path(id), query: { version } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/** Servers, version and classes of the contract of a port. */
export function contractModelQuery(id: string) {
  return queryOptions({
    queryKey: ['datacontracts', id, 'model', {}],
    queryFn: ({ signal }) =>
      read(client.GET('/api/datacontracts/{id}/model', { params: path(id), signal })),
  });
}

export function contractChangesQuery(id: string) {
  return queryOptions({
    queryKey: ['datacontracts', id, 'changes', { size: 20 }],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/datacontracts/{id}/changes', {
          params: { ...path(id), query: { size: 20 } },
          signal,
        }),
      ),
  });
}
