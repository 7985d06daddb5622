import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import type { Access } from '../access/queries.ts';
import { decideListed } from './decide.ts';
import type { Decision, Outcome } from './decide.ts';

/** The state of one row of a bulk decision. */
export type RowState =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'stopped' }
  | { state: 'decided'; outcome: Outcome }
  | { state: 'failed'; detail: string };

/** A bulk decision: its requests in the order of the list, and what became of each. */
export type Bulk = {
  decision: Decision;
  rows: readonly { access: Access; row: RowState }[];
  isRunning: boolean;
};

const atOnce = 4;

/** Decides about many requests, four at a time. What was not begun when it is stopped is not decided. */
export function useBulk() {
  const queryClient = useQueryClient();
  const [bulk, setBulk] = useState<Bulk>();
  const stopped = useRef(false);
  const note = (index: number, row: RowState) =>
    setBulk((before) => before && withRow(before, index, row));

  const run = async (requests: readonly Access[], decision: Decision) => {
    stopped.current = false;
    const rows = requests.map((access) => ({ access, row: { state: 'waiting' } as const }));
    setBulk({ decision, rows, isRunning: true });
    const left = requests.map((access, index) => ({ access, index }));
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        if (stopped.current) {
          note(next.index, { state: 'stopped' });
          continue;
        }
        note(next.index, { state: 'running' });
        note(next.index, await tried(next.access, decision));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    setBulk((before) => before && { ...before, isRunning: false });
    await queryClient.invalidateQueries({ queryKey: ['access'] });
    await queryClient.invalidateQueries({ queryKey: ['me'] });
  };
  return {
    bulk,
    run,
    stop: () => void (stopped.current = true),
    close: () => setBulk(undefined),
  };
}

async function tried(access: Access, decision: Decision): Promise<RowState> {
  try {
    return { state: 'decided', outcome: await decideListed(access, decision) };
  } catch (error) {
    const detail = error instanceof Problem ? error.detail || error.message : String(error);
    return { state: 'failed', detail };
  }
}

function withRow(bulk: Bulk, index: number, row: RowState): Bulk {
  return { ...bulk, rows: bulk.rows.map((each, at) => (at === index ? { ...each, row } : each)) };
}
