import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { announce } from '../../../lib/announce.ts';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import { keyOfContract, usagesQuery } from '../queries.ts';
import { openRunQuery } from './run-queries.ts';

export type Run = components['schemas']['TestRun'];

export const isOpen = ({ state }: Run): boolean => state === 'QUEUED' || state === 'RUNNING';

/** Asks for a test and does not wait for it. */
export function useStartTest(id: string, onStarted: (run: Run) => void) {
  return useMutation({
    mutationFn: async (server: string | undefined) => {
      const answer = await read(
        client.POST('/api/datacontracts/{id}/test', {
          params: {
            path: { id },
            query: server === undefined ? {} : { server },
            header: { Prefer: 'respond-async' },
          },
        }),
      );
      // With `respond-async` the answer is always the run.
      return answer as unknown as Run;
    },
    onSuccess: onStarted,
  });
}

export function useCancelTest(onCancelled: (run: Run) => void) {
  return useMutation({
    mutationFn: async (id: string) => {
      const sent = client.POST('/api/test-runs/{id}/cancel', { params: { path: { id } } });
      // Effects answer only dry runs.
      return (await read(sent)) as Run;
    },
    onSuccess: onCancelled,
  });
}

const pollMs = 2_000;

/** Follows a run by server-sent events; when they break off for good, its state is asked for. */
export function followRun(id: string, onRun: (run: Run) => void): () => void {
  const events = new EventSource(`/ui/api/test-runs/${id}/events`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const stop = () => {
    isOver = true;
    events.close();
    clearTimeout(timer);
  };
  const take = (run: Run) => {
    if (isOver) return;
    onRun(run);
    if (!isOpen(run)) stop();
  };
  const poll = async () => {
    const run = await read(client.GET('/api/test-runs/{id}', { params: { path: { id } } })).catch(
      () => undefined,
    );
    if (run !== undefined) take(run);
    if (!isOver) timer = setTimeout(() => void poll(), pollMs);
  };
  const hear = ({ data }: MessageEvent<string>) => take(JSON.parse(data) as Run);
  events.addEventListener('progress', hear);
  events.addEventListener('ended', hear);
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED && !isOver) void poll();
  });
  return stop;
}

/**
 * The run that the page follows; its end refreshes everything that tests change. With `findOpen`, it also follows a run that someone
 * else has started.
 */
export function useLiveRun(contractId: string, findOpen: boolean) {
  const queryClient = useQueryClient();
  const [run, setRun] = useState<Run>();
  const [seen, setSeen] = useState<Run>();
  // What the page shows comes first.
  const { isFetched } = useQuery(usagesQuery(contractId));
  const enabled = isFetched && findOpen;
  const open = useQuery({ ...openRunQuery(contractId), enabled }).data ?? undefined;
  if (open !== undefined && open !== seen) {
    setSeen(open);
    if (run === undefined || !isOpen(run)) setRun(open);
  }
  const runId = run !== undefined && isOpen(run) ? run.id : undefined;
  useEffect(() => {
    if (runId === undefined) return undefined;
    return followRun(runId, (now) => {
      setRun(now);
      if (isOpen(now)) return;
      announce(endSentence(now));
      void queryClient.invalidateQueries({ queryKey: keyOfContract(contractId) });
    });
  }, [runId, contractId, queryClient]);
  return { run, setRun };
}

/** How a run ended. */
export function endSentence({ state }: Run): string {
  if (state === 'FAILED') return testTexts.runFailed;
  return state === 'CANCELLED' ? testTexts.cancelled : testTexts.done;
}
