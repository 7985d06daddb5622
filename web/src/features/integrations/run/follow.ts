import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LogFilter, LogLine } from '../../../components/documents/log-view.tsx';
import { announce } from '../../../lib/announce.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { integrationQuery } from '../queries.ts';
import type { IntegrationRun } from '../queries.ts';
import { logQuery, runQuery } from './queries.ts';
import type { Log } from './queries.ts';

const pathOf = (id: string, runId: string): string =>
  `/ui/integrations/${encodeURIComponent(id)}/runs/${encodeURIComponent(runId)}`;

const pollMs = 2_000;

/** Keeps a run that is in progress up to date by its stream, or by asking when the stream broke off for good. */
export function useLiveRun(id: string, runId: string, isRunning: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isRunning) return undefined;
    const options = runQuery(id, runId);
    const events = new EventSource(pathOf(id, runId));
    let timer: ReturnType<typeof setInterval> | undefined;
    const take = ({ data }: MessageEvent<string>) => {
      const run = JSON.parse(data) as IntegrationRun;
      queryClient.setQueryData(options.queryKey, run);
      if (run.status === 'RUNNING') return;
      events.close();
      announce(runTexts.ended);
      void queryClient.invalidateQueries({ queryKey: integrationQuery(id).queryKey });
      void queryClient.invalidateQueries({
        queryKey: ['integrations', id, 'runs', runId, 'assets'],
      });
    };
    events.addEventListener('progress', take);
    events.addEventListener('ended', take);
    events.addEventListener('error', () => {
      if (events.readyState !== EventSource.CLOSED) return;
      timer ??= setInterval(() => void queryClient.invalidateQueries(options), pollMs);
    });
    return () => {
      events.close();
      clearInterval(timer);
    };
  }, [id, runId, isRunning, queryClient]);
}

/** Lines are drawn together: a run writes up to a thousand in a second. */
const drawMs = 250;

/** Adds new lines to the log as they are written. */
export function useLiveLog(
  id: string,
  runId: string,
  { q, level }: LogFilter,
  isFollowed: boolean,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isFollowed) return undefined;
    const filter = { ...(q !== undefined && { q }), ...(level !== undefined && { level }) };
    const { queryKey } = logQuery(id, runId, filter);
    const last = queryClient.getQueryData(queryKey)?.lines.at(-1)?.n ?? 0;
    const query = new URLSearchParams({ ...filter, after: String(last) });
    const events = new EventSource(`${pathOf(id, runId)}/logs?${query.toString()}`);
    let waiting: LogLine[] = [];
    const draw = () => {
      if (waiting.length === 0) return;
      const added = waiting;
      waiting = [];
      queryClient.setQueryData<Log>(queryKey, (log) => withLines(log, added));
    };
    const timer = setInterval(draw, drawMs);
    events.addEventListener('line', ({ data }: MessageEvent<string>) => {
      waiting.push(JSON.parse(data) as LogLine);
    });
    events.addEventListener('ended', () => {
      draw();
      events.close();
    });
    return () => {
      draw();
      clearInterval(timer);
      events.close();
    };
  }, [id, runId, q, level, isFollowed, queryClient]);
}

/** A stream that was begun again may repeat lines. */
function withLines(log: Log | undefined, added: readonly LogLine[]): Log {
  const { lines, total } = log ?? { lines: [], total: 0 };
  const last = lines.at(-1)?.n ?? 0;
  const fresh = added.filter(({ n }) => n > last);
  return { lines: [...lines, ...fresh], total: total + fresh.length };
}
