import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { ResultHead } from '../queries.ts';

/** A check of a result; published ones may lack most members. */
export type ResultCheck = {
  type: string;
  name?: string | null;
  model?: string | null;
  field?: string | null;
  result: string;
  reason?: string | null;
  details?: string | null;
  dimension?: string | null;
  totalNumber?: number | null;
  failedNumber?: number | null;
  failedSamples?: readonly unknown[] | null;
};

export type LogLine = { level?: string | null; message?: string | null; timestamp?: string | null };

export type FullResult = Omit<ResultHead, 'checkCount' | 'failedChecks'> & {
  checks: readonly ResultCheck[];
  logs: readonly LogLine[];
};

/** A result with all checks and samples. It never changes, but for samples that retention deletes. */
export const resultQuery = (contractId: string, id: string) =>
  queryOptions({
    queryKey: ['datacontracts', contractId, 'result', id],
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<FullResult> => {
      const params = { path: { id } };
      const result = await read(client.GET('/api/test-results/{id}', { params, signal }));
      const { checks, logs } = result;
      return {
        ...(result as unknown as FullResult),
        checks: (checks ?? []) as readonly ResultCheck[],
        logs: logs ?? [],
      };
    },
  });
