import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { keyOfContract } from '../queries.ts';

/** The newest run that has not ended; null without one. */
export const openRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOfContract(id), 'open-run'],
    queryFn: async ({ signal }) => {
      const query = { dataContractId: id, open: true, size: 1 };
      const [run] = await read(client.GET('/api/test-runs', { params: { query }, signal }));
      return run ?? null;
    },
  });

const knownRuns = 200;

/** The newest ended runs: they know who asked for a result. */
export const endedRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOfContract(id), 'ended-runs'],
    queryFn: ({ signal }) => {
      const query = { dataContractId: id, open: false, size: knownRuns };
      return read(client.GET('/api/test-runs', { params: { query }, signal }));
    },
  });
