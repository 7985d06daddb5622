import { QueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.ts';

/** Reads are fresh for 30 s. A refusal stays one; only lost connections are tried again, and what says when is counted down. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof Problem) && failures < 2,
    },
    // A write without a connection fails at once: sent later, it would surprise.
    mutations: { retry: false, networkMode: 'always' },
  },
});
