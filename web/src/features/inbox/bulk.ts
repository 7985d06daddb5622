import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBulk } from '../../lib/hooks/use-bulk.ts';
import type { BulkRow } from '../../lib/hooks/use-bulk.ts';
import type { Access } from '../access/queries.ts';
import { decideListed } from './decide.ts';
import type { Decision, Outcome } from './decide.ts';

/** A bulk decision: its requests in the order of the list, and what became of each. */
export type Bulk = {
  decision: Decision;
  rows: readonly BulkRow<Access, Outcome>[];
  isRunning: boolean;
};

/** Decides about many requests. */
export function useBulkDecision() {
  const queryClient = useQueryClient();
  const [decision, setDecision] = useState<Decision>();
  const { rows, isRunning, run, stop } = useBulk<Access, Outcome>();
  const bulk: Bulk | undefined = decision && { decision, rows, isRunning };
  return {
    bulk,
    run: async (requests: readonly Access[], made: Decision) => {
      setDecision(made);
      await run(requests, (access) => decideListed(access, made));
      await queryClient.invalidateQueries({ queryKey: ['access'] });
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
    stop,
    close: () => setDecision(undefined),
  };
}
