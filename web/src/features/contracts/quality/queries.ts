import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import type { components } from '../../../api/schema.d.ts';

export type CheckHistory = components['schemas']['CheckHistory'];
export type CheckDay = CheckHistory['days'][number];

const maxChecks = 200;

type Filter = { server: string | undefined; days: number; failing: boolean };

/** The checks of the contract by day, worst first, and the number of all that fit. */
export const allChecksQuery = (id: string, { server, days, failing }: Filter) =>
  queryOptions({
    queryKey: ['datacontracts', id, 'check-history', { server, days, failing }],
    queryFn: async ({ signal }) => {
      const query = { days, failing, size: maxChecks, ...(server !== undefined && { server }) };
      const { data, error, response } = await client.GET(
        '/api/datacontracts/{id}/test-results/checks',
        { params: { path: { id }, query }, signal },
      );
      if (data === undefined) throw problemOf(response, error);
      return { checks: data, total: Number(response.headers.get('x-total-count')) };
    },
  });

/** Tests by day, for their duration. */
export const durationQuery = (id: string, { server, days }: Omit<Filter, 'failing'>) =>
  queryOptions({
    queryKey: ['datacontracts', id, 'trend', { server, days }],
    queryFn: ({ signal }) => {
      const query = { days, ...(server !== undefined && { server }) };
      const params = { path: { id }, query };
      return read(client.GET('/api/datacontracts/{id}/test-results/trend', { params, signal }));
    },
  });

/** Identifies a check in the address. */
export const keyOfCheck = ({ model, field, type, qualityReference }: CheckHistory): string =>
  [model, field, type, qualityReference].map((part) => part ?? '').join('|');
