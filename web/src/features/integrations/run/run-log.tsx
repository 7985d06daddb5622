import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LogView } from '../../../components/documents/log-view.tsx';
import type { LogFilter } from '../../../components/documents/log-view.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useLiveLog } from './follow.ts';
import { logQuery, readLog } from './queries.ts';
import type { Log } from './queries.ts';

type RunLogProps = {
  id: string;
  runId: string;
  isRunning: boolean;
  filter: LogFilter;
  onFilter: (filter: LogFilter, replace?: boolean) => void;
};

/** The log of a run, which is followed while the run is in progress. */
export function RunLog({ id, runId, isRunning, filter, onFilter }: RunLogProps) {
  const queryClient = useQueryClient();
  const options = logQuery(id, runId, filter);
  const query = useQuery(options);
  const [isOn, setOn] = useState(true);
  // A run that was seen in progress writes its last lines when it has ended already.
  const [wasRunning, setWasRunning] = useState(isRunning);
  if (isRunning && !wasRunning) setWasRunning(true);
  const isLoaded = query.isSuccess && !query.isPlaceholderData;
  useLiveLog(id, runId, filter, wasRunning && isLoaded);
  const showEarlier = async (before: number) => {
    const earlier = await readLog(id, runId, { ...filter, before });
    queryClient.setQueryData<Log>(
      options.queryKey,
      (log) => log && { ...log, lines: [...earlier.lines, ...log.lines] },
    );
  };
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
      {({ lines, total }) => {
        const [first] = lines;
        return (
          <LogView
            lines={lines}
            total={total}
            filter={filter}
            onFilter={onFilter}
            follow={isRunning ? { isOn, onChange: setOn } : undefined}
            onEarlier={
              first !== undefined && lines.length < total
                ? () => void showEarlier(first.n)
                : undefined
            }
          />
        );
      }}
    </Loaded>
  );
}
